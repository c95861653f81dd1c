import { hasProc } from '@slipway/processes'
import { systemPath } from './account.ts'

/** How a shell learns which process it is, and for how many seconds the machine is up. */
const byProc = `own() {
  read -r stat < /proc/self/stat
  pid=\${stat%% *}
  set -- \${stat##*') '}
  start=\${20}
}
uptime() {
  read -r up rest < /proc/uptime
  up=\${up%.*}
}`

/** The same without /proc. A subshell has the process number of the shell that made it in $$. The clock stands in for the time since boot. */
const byPs = `own() {
  pid=$(exec /bin/sh -c 'echo $PPID')
  start=$(PATH=${systemPath} LC_ALL=C TZ=UTC ps -o lstart= -p "$pid")
}
uptime() {
  up=$(date +%s)
}`

/**
 * Looks after one launchable: starts it, notes how it ended, starts it again. A shell and no Node process, because there is one
 * for each launchable, and it lives on when the preparer ends. It leads the process group of the launchable.
 *
 * `claim` is made once: of two shims that are started for one launch, the second finds it and goes away. `events` has a line
 * for each `started PID START`, `ended CODE` and `gave-up` since the last start. A file `stop` says that nothing is to be started any more.
 *
 * Before it starts something again, it looks whether the code has been touched since its sums were taken, and compares it then. If it is another one, it
 * goes away: the preparer sees that nothing runs, and installs the code anew.
 *
 * $1 folder, $2 log, $3 policy, $4 limit, $5 first pause in ms, $6 KB of memory, $7 open files, $8 code, $9 its sums; then the program.
 */
export const shim = `
folder=$1 log=$2 policy=$3 limit=$4 first=$5 memory=$6 files=$7 code=$8 sums=$9
shift 9
${hasProc ? byProc : byPs}
is_unchanged() {
  [ -n "$sums" ] || return 0
  touched=$(find "$code" -cnewer "$sums" 2>&1 | head -c 1)
  [ -z "$touched" ] || sha256sum --check --status "$sums" 2>/dev/null || shasum -a 256 --check --status "$sums" 2>/dev/null
}
own
set -C
{ echo "$pid $start" > "$folder/claim"; } 2>/dev/null || exit 0
set +C
trap 'stopping=1' TERM HUP INT
stopping= ends=0 pause=$first
while :; do
  uptime; began=$up
  (
    trap - TERM HUP INT
    [ ! -e "$folder/stop" ] || exit 143
    [ -z "$memory" ] || ulimit -v "$memory"
    [ -z "$files" ] || ulimit -n "$files"
    own
    echo "started $pid $start" > "$folder/events"
    exec "$@"
  ) </dev/null >>"$log" 2>&1
  code=$?
  echo "ended $code" >> "$folder/events"
  [ -z "$stopping" ] && [ ! -e "$folder/stop" ] || exit 0
  case $policy in
  never) break ;;
  on-failure) [ "$code" != 0 ] || break ;;
  esac
  uptime
  if [ $((up - began)) -ge 10 ]; then ends=0 pause=$first; fi
  ends=$((ends + 1))
  [ "$ends" -le "$limit" ] || break
  /bin/sleep "$((pause / 1000)).$(printf %03d $((pause % 1000)))"
  [ -z "$stopping" ] && [ ! -e "$folder/stop" ] || exit 0
  is_unchanged || exit 0
  pause=$((pause * 2))
  [ "$pause" -le 60000 ] || pause=60000
done
echo gave-up >> "$folder/events"
`
