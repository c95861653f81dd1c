import { spawnSync } from 'node:child_process'

export interface Changes {
  /** The commit that the files are compared with, as git names it. */
  readonly since: string
  /** Relative to the root: changed, added and removed, committed or not. */
  readonly names: readonly string[]
}

/** The files that have changed since a commit, or else since this branch left main; on main itself, since its last commit. */
export function changedFiles(root: string, given: string): Changes {
  const since = given === '' ? whereMainWasLeft(root) : given
  const changed = git(root, 'diff', '--name-only', '--no-renames', '-z', since, '--')
  if (changed === undefined) throw new Error(`git knows no commit ${since}: give another one with --changed=REF`)
  const added = git(root, 'ls-files', '--others', '--exclude-standard', '-z') ?? ''
  const names = `${changed}${added}`.split('\0').filter((name) => name !== '')
  return { since: since.slice(0, 12), names: [...new Set(names)].sort() }
}

function whereMainWasLeft(root: string): string {
  for (const main of ['main', 'origin/main']) {
    const left = git(root, 'merge-base', 'HEAD', main)?.trim() ?? ''
    if (left !== '') return left
  }
  return 'HEAD'
}

function git(root: string, ...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 })
  return status === 0 ? stdout : undefined
}
