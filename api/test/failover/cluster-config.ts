/* What docs/operations.md recommends for three machines, with the addresses of this one. */

const proxyPort = 5500;
export const databaseUrl = `postgres://sente:sente@127.0.0.1:${proxyPort}/sente`;
export const superuserUrl = `postgres://postgres:super@127.0.0.1:${proxyPort}/postgres`;

export const nodes = [1, 2, 3];

export const address = (host: number): string => `10.77.31.${host}`;

export function etcdArguments(node: number, dataDir: string): string[] {
  const here = address(node);
  return [
    '/usr/bin/etcd',
    `--name=e${node}`,
    `--data-dir=${dataDir}`,
    `--listen-client-urls=http://${here}:2379`,
    `--advertise-client-urls=http://${here}:2379`,
    `--listen-peer-urls=http://${here}:2380`,
    `--initial-advertise-peer-urls=http://${here}:2380`,
    `--initial-cluster=${nodes.map((one) => `e${one}=http://${address(one)}:2380`).join(',')}`,
    '--initial-cluster-state=new',
    // Patroni 3.0.2 may lose the leader key with version 3 of the protocol.
    '--enable-v2=true',
  ];
}

/** YAML is a superset of JSON. */
export function patroniConfig(node: number, disk: string): string {
  const here = address(node);
  const dataDir = `${disk}/data`;
  return JSON.stringify({
    scope: 'sente',
    name: `n${node}`,
    restapi: { listen: `${here}:8008`, connect_address: `${here}:8008` },
    etcd: { hosts: nodes.map((one) => `${address(one)}:2379`) },
    bootstrap: {
      dcs: {
        ttl: 10,
        loop_wait: 1,
        retry_timeout: 3,
        // A killed primary is not waited for.
        primary_start_timeout: 0,
        maximum_lag_on_failover: 1_048_576,
        // Nothing is acknowledged before a second node has it, even if that means waiting.
        synchronous_mode: true,
        synchronous_mode_strict: true,
        synchronous_node_count: 1,
        postgresql: {
          use_pg_rewind: true,
          parameters: {
            max_connections: 200,
            wal_log_hints: 'on',
            shared_buffers: '128MB',
            wal_keep_size: '256MB',
            // A standby that is away for long is copied anew rather than filling the disk of the primary.
            max_slot_wal_keep_size: '512MB',
            max_wal_size: '256MB',
            wal_retrieve_retry_interval: '500ms',
          },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `${here}:5432`,
      connect_address: `${here}:5432`,
      data_dir: dataDir,
      bin_dir: '/usr/lib/postgresql/15/bin',
      pgpass: `${dataDir}.pgpass`,
      // A rewind that stops halfway, as on a full disk, leaves a folder that never starts again.
      remove_data_directory_on_rewind_failure: true,
      authentication: {
        superuser: { username: 'postgres', password: 'super' },
        replication: { username: 'replicator', password: 'repl' },
        rewind: { username: 'rewinder', password: 'rewind' },
      },
      pg_hba: [
        'local all all scram-sha-256',
        'host all all 10.77.31.0/24 scram-sha-256',
        'host replication replicator 10.77.31.0/24 scram-sha-256',
      ],
      parameters: { unix_socket_directories: disk },
    },
  });
}

export function haproxyConfig(): string {
  const servers = nodes.map((node) => `  server n${node} ${address(node)}:5432 check port 8008`);
  return `global
  maxconn 500
defaults
  mode tcp
  retries 2
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 1s
listen primary
  bind 127.0.0.1:${proxyPort}
  option httpchk OPTIONS /primary
  http-check expect status 200
  # Ends the connections to a node that is no longer the primary; clients would wait for it otherwise.
  default-server inter 500ms fastinter 250ms fall 2 rise 1 on-marked-down shutdown-sessions
${servers.join('\n')}
`;
}
