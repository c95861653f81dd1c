/**
 * `pulumi-resource-pulumi-python ADDRESS`: the provider of dynamic resources for programs in Python, as a shell script that the build includes. The
 * engine tells providers the folders of the project and of its virtual environment; they start in the folder of the program.
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
