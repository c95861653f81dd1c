/**
 * A program as the leader of a process group with a guard in it: when the process at the other end of a pipe is killed, the guard takes the
 * group down. Start it `detached`.
 * @param pipe the descriptor of that pipe
 * @param notForGuard descriptors that end with the program: the guard must not keep them open
 */
export function guardedGroup(
  argv: readonly string[],
  pipe: number,
  notForGuard: readonly number[],
): { readonly command: string; readonly args: string[] } {
  const closed = notForGuard.map((descriptor) => ` ${descriptor}>&-`).join('')
  const script = `({ trap '' TERM; read -r _ <&${pipe} || kill -s KILL -- "-$$"; } >/dev/null 2>&1${closed} &)
exec ${pipe}<&-
exec "$@"`
  return { command: '/bin/sh', args: ['-c', script, 'slipway-group', ...argv] }
}
