#!/usr/bin/perl
# Plays systemd with a socket unit: listens at a port of 127.0.0.1, and runs a command that is handed the socket
# (sd_listen_fds(3)). The command is started again whenever it ends, and told to end by SIGHUP.
# Usage: socket-holder.pl <port> <command> ...
use strict;
use warnings;
use Fcntl;
use POSIX ();
use Socket;

my ($port, @command) = @ARGV;
socket(my $socket, PF_INET, SOCK_STREAM, 0) or die "socket: $!";
setsockopt($socket, SOL_SOCKET, SO_REUSEADDR, 1) or die "setsockopt: $!";
bind($socket, sockaddr_in($port, inet_aton('127.0.0.1'))) or die "bind: $!";
listen($socket, 4096) or die "listen: $!";

my $child = 0;
my $ending = 0;
$SIG{HUP} = sub { kill 'TERM', $child if $child };
$SIG{TERM} = sub { $ending = 1; kill 'KILL', $child if $child };

while (!$ending) {
  $child = fork() // die "fork: $!";
  if ($child == 0) {
    # The child gets it as file descriptor 3, which stays open through exec.
    if (fileno($socket) == 3) { fcntl($socket, F_SETFD, 0) or die "fcntl: $!" }
    else { POSIX::dup2(fileno($socket), 3) // die "dup2: $!" }
    $ENV{LISTEN_FDS} = 1;
    $ENV{LISTEN_PID} = $$;
    exec(@command) or die "exec: $!";
  }
  while (waitpid($child, 0) == -1) { last if $!{ECHILD} }
}
