/**
 * `pulumi-resource-pulumi-python ADDRESS`: the same for programs in Python, a script for a shell, which the build takes. The
 * engine tells providers where the virtual environment of the program is.
 */
export const script = String.raw`#!/bin/sh
for folder in "$PULUMI_RUNTIME_VIRTUALENV" .venv venv; do
  if [ -n "$folder" ] && [ -x "$folder/bin/python" ]; then
    exec "$folder/bin/python" -u -m pulumi.dynamic "$@"
  fi
done
exec python3 -u -m pulumi.dynamic "$@"
`
