import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@slipway/model'
import type { Descriptor, Form } from '../../descriptor/descriptor.ts'
import { offline } from '../../net/failures.ts'
import { admitUrl, shownUrl } from '../../net/urls.ts'
import { copyTree, type TreeLimits } from '../copy-tree.ts'
import { versionOf } from '../releases/releases.ts'
import type { Access, Offer, Source, Target } from '../source.ts'
import { runGit } from './run-git.ts'

type GitForm = Extract<Form, { form: 'git' }>

/** Limits for the commit of a plugin: the total bytes of all files, and the number of files. */
const ofPlugins: TreeLimits = { bytes: 4 * 1024 ** 3, files: 200_000, leftOut: new Set(['.git']) }

/** The parts of the access that git needs: it reads repositories without our HTTP client. */
type GitAccess = Pick<Access, 'env' | 'signal' | 'isOffline'>

const wholeCommit = /^[0-9a-f]{40}$/

/** A source of folders in git repositories. The lock file holds the commit, so that a tag or a branch that moves brings nothing new by itself. */
export const gitSource: Source = {
  name: 'git',
  serves: ({ form }) => form.form === 'git',
  origin: originOf,
  versions: async (descriptor, access) => {
    const { commit, tag } = await commitOf(descriptor, access)
    const ofTag = tag === undefined ? undefined : versionOf(tag)
    return [{ version: descriptor.as?.version ?? ofTag ?? `0.0.0-x${commit}` }]
  },
  offer: async (descriptor, version, platform, access): Promise<Offer> => {
    const { commit } = await commitOf(descriptor, access)
    const origin = originOf(descriptor)
    return { descriptor, version, platform, origin, shown: `${origin} at ${commit}`, at: commit, pin: commit }
  },
  pinned: (descriptor, commit) => ({ ...descriptor, form: { ...formOf(descriptor), ref: commit } }),
  fetch: async (offer, into, access) => {
    await bring(formOf(offer.descriptor), offer.at, into, access, ofPlugins)
    return { as: 'folder' }
  },
}

/**
 * Brings the current folder of a repository.
 * @throws Failure like `fetch` of the source, and `install/bad-folder` when it exceeds `limits`
 */
export async function bringRepository(
  form: GitForm,
  into: Target,
  access: GitAccess,
  limits: TreeLimits,
): Promise<void> {
  const { commit } = await commitOf({ form }, access)
  await bring(form, commit, into, access, limits)
}

function formOf({ form }: Descriptor): GitForm {
  return form as GitForm
}

function originOf(descriptor: Descriptor): string {
  const { url, folder } = formOf(descriptor)
  return `git+${shownUrl(url)}${folder === undefined ? '' : `#${folder}`}`
}

/** Returns the current commit. A tag wins over a branch of the same name. */
async function commitOf(descriptor: Descriptor, access: GitAccess): Promise<{ commit: string; tag?: string }> {
  const { url, ref } = formOf(descriptor)
  const shown = shownUrl(url)
  if (access.isOffline) throw offline(shown, new URL(url))
  if (ref !== undefined && wholeCommit.test(ref)) return { commit: ref }
  const commits = await commitsOf(url, access)
  if (ref === undefined) {
    const head = commits.get('HEAD')
    if (head !== undefined) return { commit: head }
    throw new Failure('install/not-found', `${shown} has no commit yet`)
  }
  // An annotated tag is an object of its own; the ref with `^{}` names its commit.
  const ofTag = commits.get(`refs/tags/${ref}^{}`) ?? commits.get(`refs/tags/${ref}`)
  if (ofTag !== undefined) return { commit: ofTag, tag: ref }
  const ofBranch = commits.get(`refs/heads/${ref}`)
  if (ofBranch !== undefined) return { commit: ofBranch }
  throw new Failure('install/not-found', `${shown} has neither a tag nor a branch ${ref}`, {
    details: [...commits.keys()].filter((name) => name.startsWith('refs/tags/') && !name.endsWith('^{}')).slice(0, 20),
    hint: /^[0-9a-f]{4,39}$/.test(ref) ? 'a commit is named by all of its 40 digits' : 'check the name',
  })
}

/** Returns the server's refs with their commits, by full name: `HEAD`, `refs/tags/v1.0.0`. */
export async function commitsOf(url: string, access: GitAccess): Promise<ReadonlyMap<string, string>> {
  const shown = shownUrl(url)
  const parsed = new URL(url)
  if (access.isOffline) throw offline(shown, parsed)
  if (parsed.protocol !== 'ssh:') admitUrl(url, false)
  const listed = await runGit({ args: ['ls-remote', '--', url], cwd: '/', shown }, access)
  return new Map(
    listed.split('\n').flatMap((line) => {
      const [commit = '', name = ''] = line.split('\t')
      return wholeCommit.test(commit) ? [[name, commit] as const] : []
    }),
  )
}

async function bring(
  form: GitForm,
  commit: string,
  into: Target,
  access: GitAccess,
  limits: TreeLimits,
): Promise<void> {
  const shown = originOf({ form })
  const clone = `${into.file}.git`
  await rm(clone, { recursive: true, force: true })
  await mkdir(clone, { recursive: true, mode: 0o700 })
  const git = (...args: readonly string[]): Promise<string> => runGit({ args, cwd: clone, shown }, access)
  try {
    await git('init', '--quiet')
    await fetchCommit(git, form.url, commit)
    const folder = form.folder ?? '.'
    refuseTooMuch(await git('ls-tree', '-r', '-l', '-z', commit, '--', folder), shown, limits)
    await git('read-tree', commit)
    await git('checkout-index', '--all', '--force', '--prefix=tree/')
    const tree = join(clone, 'tree', folder)
    const found = await stat(tree).catch(() => undefined)
    if (found?.isDirectory() !== true)
      throw new Failure('install/not-found', `${shown} has no folder ${folder} at ${commit}`, {
        hint: 'check the name after the #: it starts at the root of the repository',
      })
    await copyTree(tree, into.folder, access.signal, limits)
  } finally {
    await rm(clone, { recursive: true, force: true })
  }
}

/** Fetches only this commit if the server allows it; otherwise everything, which must contain the commit. */
async function fetchCommit(
  git: (...args: readonly string[]) => Promise<string>,
  url: string,
  commit: string,
): Promise<void> {
  const fetch = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head']
  try {
    await git(...fetch, '--depth=1', '--', url, commit)
  } catch (error) {
    const isUnwilling =
      error instanceof Failure && /not our ref|unadvertised object|does not support/i.test(textOf(error))
    if (!isUnwilling) throw error
    await git(...fetch, '--', url, '+refs/heads/*:refs/had/heads/*', '+refs/tags/*:refs/had/tags/*')
  }
  await git('cat-file', '-e', `${commit}^{commit}`)
}

function textOf(failure: Failure): string {
  return [failure.message, ...failure.details].join('\n')
}

/** Refuses a commit beyond the limits. Call this before any of it is written as files. Lines are `100644 blob <id> <size>\t<path>`. */
function refuseTooMuch(listed: string, shown: string, most: TreeLimits): void {
  const entries = listed.split('\0')
  const bytes = entries.reduce((sum, entry) => sum + (Number(/^\S+ \S+ \S+ +(\d+)\t/.exec(entry)?.[1]) || 0), 0)
  if (entries.length <= most.files && bytes <= most.bytes) return
  const has = `${entries.length} files of ${Math.ceil(bytes / 1024 ** 2)} MiB`
  const allowed = `${most.files} files of ${most.bytes / 1024 ** 2} MiB`
  throw new Failure('install/bad-folder', `${shown} is too large: ${has}; the limit is ${allowed}`)
}
