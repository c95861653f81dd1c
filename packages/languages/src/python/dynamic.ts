/**
 * `pulumi-resource-pulumi-python ADDRESS`: the same for programs in Python, a script for a shell, which the build takes. The
 * engine tells providers where the project lies, and where its virtual environment; they start in the folder of the program.
 */
export const script = String.raw`#!/bin/sh
root=$PROGRAM_PROJECT_FOLDER
[ -n "$root" ] || root=.
named=$PULUMI_RUNTIME_VIRTUALENV
if [ -z "$named" ] && [ "$PULUMI_RUNTIME_TOOLCHAIN" = poetry ]; then named=$(poetry env info --path); fi
case $named in
  '' | /*) ;;
  *) named=$root/$named ;;
esac
for folder in "$named" .venv venv "$root/.venv" "$root/venv"; do
  if [ -n "$folder" ] && [ -x "$folder/bin/python" ]; then
    exec "$folder/bin/python" -u -m pulumi.dynamic "$@"
  fi
done
exec python3 -u -m pulumi.dynamic "$@"
`
