import { BlockList, isIP } from 'node:net';

/** All ranges in the IANA registries of special-purpose addresses. */
const specialV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // The metadata service of cloud providers.
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
/** IPv6 has one public range; these parts of it are not public. */
const publicV6 = '2000::/3';
const specialV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

const refusedV4 = blockList(specialV4, 'ipv4');
const refusedV6 = blockList(specialV6, 'ipv6');
const acceptedV6 = blockList([publicV6], 'ipv6');

/** Whether an address is public. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refusedV4.check(address, 'ipv4');
    case 6:
      // Refuses all addresses that embed an IPv4 address (mapped, NAT64, 6to4).
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
