#!/bin/sh
# Archives a WAL segment: archive_command = 'sh /etc/postgresql/archive-wal.sh %p /backup/wal/%f'.
#
# A segment gets its name when all of it is on the disk, so a copy that was interrupted never has
# it. PostgreSQL repeats an attempt that it could not record: the same segment is archived already,
# and another one of that name is never overwritten.
set -eu
segment=$1 archived=$2

if [ -e "$archived" ]; then
  cmp -- "$segment" "$archived"
  exit
fi
# What an attempt left that was killed; its process may still be writing.
rm -f -- "$archived".*.part
part=$archived.$$.part
cp -- "$segment" "$part"
sync -- "$part"
mv -- "$part" "$archived"
sync -- "$(dirname -- "$archived")"
