import { BlockList, isIP } from 'node:net';

/** Everything that is set aside in the registries of special addresses, whatever for. */
const specialV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Here clouds answer with the machine's own keys.
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** Of version 6 only one range is in public use at all; these parts of it are not. */
const publicV6 = '2000::/3';
const specialV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const refusedV4 = blockList(specialV4, 'ipv4');
const refusedV6 = blockList(specialV6, 'ipv6');
const acceptedV6 = blockList([publicV6], 'ipv6');

/** Whether anybody in the world may be meant by it, as opposed to our own network. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refusedV4.check(address, 'ipv4');
    case 6:
      // Addresses that carry a version 4 address inside (mapped, NAT64, 6to4) are all refused by it.
      return acceptedV6.check(address, 'ipv6') && !refusedV6.check(address, 'ipv6');
    default:
      return false;
  }
}

function blockList(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', prefix = ''] = subnet.split('/');
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}
