#!/bin/sh
# Runs on each node of a cluster, as the user of PostgreSQL: a primary whose disk is full answers, but can write nothing,
# and the manager of the cluster takes it for healthy. This stops it, so that a standby takes over; the node comes back
# as a standby once there is space again.
#
#   disk-guard.sh /var/lib/postgresql/15/main http://10.0.0.1:8008 [MB that must be free]
set -u
data=$1
patroni=$2
least_mb=${3:-512}

while sleep 1; do
  free_kb=$(df --output=avail -k "$data" 2>/dev/null | tail -n 1)
  [ -n "$free_kb" ] && [ "$free_kb" -lt $((least_mb * 1024)) ] || continue
  curl --silent --fail --max-time 2 --output /dev/null "$patroni/primary" || continue
  pid=$(head -n 1 "$data/postmaster.pid") || continue
  echo "$((free_kb / 1024)) MB are left on the disk of the primary: stopping it" >&2
  # At once: a checkpoint needs space. What was acknowledged is on a standby as well.
  kill -QUIT "$pid"
  sleep 5
done
