import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '@slipway/model'
import { visible } from '@slipway/source/visible'

/**
 * Settings files of npm, yarn, pnpm, bun, uv and poetry. Some are programs, and others send environment variables to the servers that they
 * name.
 */
const settingsOfManagers = [
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pnpmfile.cjs',
  '.pnpmfile.mjs',
  'pnpm-workspace.yaml',
  'bunfig.toml',
  'uv.toml',
  'poetry.toml',
]

/** Bytes. */
const mostRequirements = 1024 * 1024

/** Matches a file beside the requirements, even without a path. */
const packed = /^[\w.-]*\.(whl|zip|tar|gz|tgz|bz2|tbz|xz|txz|lzma|tlz)\b/i

/** `name[extra]>=1.0; python_version > "3.8"` */
const requirement = /^[A-Za-z0-9][\w.-]*\s*(\[[\w\s.,-]*\])?\s*([(<>=!~;].*)?$/

/**
 * Refuses packages that bring such settings. Without these files, a package manager that may run no scripts asks the servers of its user,
 * and runs nothing of the plugin.
 * @throws Failure `install/bad-plugin`
 */
export function refuseOwnSettings(folder: string): void {
  const found = settingsOfManagers.find(
    (file) => lstatSync(join(folder, file), { throwIfNoEntry: false }) !== undefined,
  )
  if (found !== undefined)
    throw refused(`brings ${found}, which changes the requests and commands of its package manager`)
  const file = join(folder, 'requirements.txt')
  if (existsSync(file)) refuseSteering(file)
}

/** Every line ending that Python knows. */
// oxlint-disable-next-line no-control-regex
const lineEnds = /[\r\n\v\f\u001c-\u001e\u0085\u2028\u2029]+/

/** pip takes options from the file, expands environment variables in its lines, and builds whatever is at a path or a URL. */
function refuseSteering(file: string): void {
  const { size } = statSync(file)
  if (size > mostRequirements) throw refused(`brings a requirements.txt of ${size} bytes`)
  const lines = readFileSync(file, 'utf8')
    .replaceAll(/\\\r?\n/g, ' ')
    .split(lineEnds)
  const wrong = lines.find((line) => !isPlain(line))
  if (wrong !== undefined)
    throw refused(
      `has "${visible(wrong.trim().slice(0, 100))}" in its requirements.txt, which is more than a name and a version`,
    )
}

function isPlain(line: string): boolean {
  const text = line
    .replace(/(^|\s)#.*$/, '')
    .replaceAll(/\s--hash[= ]\w+:[0-9a-f]+/g, '')
    .trim()
  return (
    text === '' ||
    text === '--require-hashes' ||
    (requirement.test(text) && !packed.test(text) && !/\$\{|\s--?\w/.test(text))
  )
}

function refused(what: string): Failure {
  return new Failure('install/bad-plugin', `the plugin ${what}`, {
    hint: 'published packages do not need that: ask the author to leave it out; if you trust the plugin, set plugins.allowScripts to true',
  })
}
