#!/bin/sh
# Boots systemd of the Debian in BASE as a machine of its own: with processes, a network and a host name that no other
# program of this machine sees. What the machine writes lands in RUN/upper. Run by `unshare` (machine.ts), as root.
set -e
ROOT=$RUN/root
mkdir -p "$ROOT" "$RUN/work"
mount -t overlay overlay -o "lowerdir=$BASE,upperdir=$RUN/upper,workdir=$RUN/work" "$ROOT"
mkdir -p "$ROOT/var/cache/apt/archives" "$ROOT/root/.npm"
mount --bind "$CACHE/debs" "$ROOT/var/cache/apt/archives"
mount --bind "$CACHE/npm" "$ROOT/root/.npm"
cd "$ROOT"
mount -t proc proc proc
# The kernel's settings are those of the whole machine: the Debian in here must not change them.
mount --bind proc/sys proc/sys
mount -o remount,ro,bind proc/sys
mount -t sysfs -o ro sysfs sys
mount -t tmpfs -o mode=755 tmpfs dev
for name in null zero full random urandom tty; do
  touch dev/$name
  mount --bind /dev/$name dev/$name
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
ln -s fd/0 dev/stdin
ln -s fd/1 dev/stdout
ln -s fd/2 dev/stderr
mount -t tmpfs -o mode=755 tmpfs run
mount -t cgroup2 cgroup2 sys/fs/cgroup
hostname apps
ip link set lo up
exec chroot . /usr/bin/env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd
