/** Variables that CI systems set in each job. With one of them set, a CI system may take our lines for commands. */
const signs = ['GITHUB_ACTIONS', 'TF_BUILD', 'GITLAB_CI', 'TEAMCITY_VERSION', 'BUILDKITE', 'CI']
const no: ReadonlySet<string> = new Set(['', '0', 'false'])

/** Codes that a terminal obeys count as blanks, because some systems remove them before they look. */
const blanks = String.raw`(?:[^\S\n]|\u001B\[[0-9;?]*[A-Za-z])*`

/**
 * Matches the last character of a text that a CI system takes for the beginning of a command:
 * - `::add-mask::` at the beginning of a line, also after blanks (GitHub and its relatives)
 * - `##[group]`, `##vso[…]`, `##teamcity[…]` anywhere in a line (Azure Pipelines, TeamCity, the older form of GitHub)
 * - `section_start:` at the beginning of a line (GitLab)
 * - `--- name`, `+++ name`, `~~~ name` and `^^^ +++` at the beginning of a line (Buildkite)
 */
const openers = new RegExp(
  [
    `(?<=^${blanks}:):`,
    String.raw`(?<=##[\w-]*)\[`,
    `(?<=^${blanks}section_(?:start|end)):`,
    String.raw`(?<=^${blanks}(?:---|\+\+\+|~~~|\^\^\^))[^\S\n]`,
  ].join('|'),
  'gmu',
)

/** An unfinished line that the next piece of text can turn into a command. */
const halfOpen = new RegExp(String.raw`^${blanks}(?::?|[-+~^]{1,3}|s[a-z_]{0,12})$|(?:#|##[\w-]*)$`, 'u')

export function isInCi(env: NodeJS.ProcessEnv): boolean {
  return signs.some((name) => !no.has(env[name]?.toLowerCase() ?? ''))
}

/**
 * For text that comes in pieces: changes each piece so that no line of it controls a CI system. `::add-mask` becomes `:\u003aadd-mask`,
 * which means the same in JSON.
 */
export function commandBreaker(): (text: string) => string {
  // The written part of the last line that can affect the next piece.
  let begun = ''
  return (text) => {
    const all = begun + text
    const told = all.replaceAll(openers, writtenOut).slice(begun.length)
    begun = rememberedOf(all.slice(all.lastIndexOf('\n') + 1))
    return told
  }
}

function rememberedOf(line: string): string {
  const found = halfOpen.exec(line)
  if (found !== null) return `${found.index === 0 ? '' : 'x'}${found[0].trimStart()}`
  return 'x'
}

function writtenOut(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
