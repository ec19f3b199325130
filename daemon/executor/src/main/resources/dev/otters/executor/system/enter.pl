# Runs a program in the namespaces of a sandbox, with no more rights than the sandbox's own program.
#   perl -e ... PROCESSOR DAEMON PID START TERMINAL FOLDER PROGRAM ARGUMENT...
# DAEMON is the pid of the parent, with which the program ends. PID and START identify the sandbox's first process. The
# caller is the sandbox's user. File 6 is the filter of kernel calls. The variables ENTER_0, ENTER_1, ... hold the program's
# variables, such as PATH=/opt/bins.
use strict;
my ($processor, $daemon, $pid, $start, $terminal, $folder, @command) = @ARGV;
my %call =
  $processor eq 'aarch64'
  ? (capset => 91, prctl => 167, seccomp => 277, setns => 268, setsid => 157)
  : (capset => 126, prctl => 157, seccomp => 317, setns => 308, setsid => 112);

sub fail {
  my ($code, $what) = @_;
  print STDERR "$what\n";
  exit $code;
}

open(my $file, '<&=', 6) or fail(125, "cannot read the filter: $!");
binmode $file;
my $filter = do { local $/; <$file> };
close $file;

# The pid may have been reused before it was held, so the start time is compared afterwards.
my $held = syscall(434, $pid + 0, 0);
open(my $stat, '<', "/proc/$pid/stat");
my @fields = split ' ', (<$stat> // '') =~ s/.*\) //sr;
close $stat;
$held >= 0 && ($fields[19] // '') eq $start or fail(125, 'the sandbox has ended');

my $caller = syscall(434, $daemon + 0, 0);
$caller >= 0 && getppid == $daemon or fail(125, 'the daemon has ended');

# The sandbox sees the child below before it runs the program, when it is still the machine's perl. Nobody may look into it
# through /proc. Running the program ends that.
syscall($call{prctl}, 4, 0, 0, 0, 0) == 0 or fail(125, "cannot hide from the sandbox: $!");
# Until the child has a group of its own, a signal to its group must not reach the daemon.
syscall($call{setsid});

# All at once: the kernel checks the rights of the caller, not those it gains in the first namespace.
my $namespaces = 0x10000000 | 0x20000 | 0x20000000 | 0x40000000 | 0x4000000 | 0x8000000 | 0x2000000;
syscall($call{setns}, $held, $namespaces) == 0 or fail(125, "cannot enter the sandbox: $!");
open($file, '<&=', $held) and close $file;

my $bound = 0;
$bound++ while syscall($call{prctl}, 24, $bound, 0, 0, 0) == 0;
my ($head, $none) = (pack('LL', 0x20080522, 0), "\0" x 24);
syscall($call{capset}, $head, $none) == 0 or fail(125, "cannot drop capabilities: $!");
syscall($call{prctl}, 38, 1, 0, 0, 0) == 0 or fail(125, "cannot give up new privileges: $!");
my $program = pack('S x6 P', length($filter) / 8, $filter);
syscall($call{seccomp}, 1, 0, $program) == 0 or fail(125, "cannot filter kernel calls: $!");

my %environment = map { split /=/, $ENV{$_}, 2 } grep { /^ENTER_\d+$/ } keys %ENV;
my $child = fork() // fail(125, "cannot start a process: $!");
if (!$child) {
  syscall($call{prctl}, 1, 9, 0, 0, 0);
  syscall($call{setsid});
  ioctl(STDIN, 0x540E, 0) if $terminal;
  chdir($folder) or fail(126, "cannot change to $folder: \l$!");
  my $name = $command[0];
  my @places = index($name, '/') >= 0 ? ($name) : map { "$_/$name" } split /:/, $environment{PATH} // '';
  my ($found) = grep { -e } @places;
  defined $found or fail(127, "cannot run $name: not found in the sandbox");
  -f $found && -x _ or fail(126, "cannot run $name: permission denied");
  %ENV = %environment;
  no warnings;
  exec { $found } @command;
  fail(126, "cannot run $name: \l$!");
}
open(STDIN, '<', '/dev/null');
open(STDOUT, '>', '/dev/null');
open(STDERR, '>', '/dev/null');
my $ended = syscall(434, $child, 0);
my ($watched, $ready) = ('', '');
vec($watched, $_, 1) = 1 for $caller, $ended;
1 while select($ready = $watched, undef, undef, undef) < 0;
kill 'KILL', -$child, $child if vec($ready, $caller, 1);
waitpid($child, 0);
exit($? & 127 ? 128 + ($? & 127) : $? >> 8);
