import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Failure } from '@slipway/model'
import { bringFolder, type Descriptor, parseDescriptor } from '@slipway/installer'
import type { Slipway } from '../slipway.ts'
import { makeEmptyFolder } from './empty-folder.ts'
import type { NewProject } from './new-project.ts'

export interface FromTemplateRequest {
  /** A folder, `./NAME`, or a git repository, `git+https://HOST/REPOSITORY[@REF][#FOLDER]`. */
  readonly template: string
  /** The folder to create. An existing folder must be empty. */
  readonly folder: string
  readonly signal: AbortSignal
}

/**
 * Copies a template without running any of it, neither hooks of its repository nor scripts of its packages. The folder is not trusted,
 * because its author may be a stranger.
 *
 * @throws Failure `cli/folder-not-empty`, `install/bad-descriptor`, `install/bad-folder`, `install/unreachable`
 */
export async function newFromTemplate(
  { cwd, env }: Pick<Slipway, 'cwd' | 'env'>,
  { template, signal, ...request }: FromTemplateRequest,
): Promise<NewProject> {
  const folder = resolve(cwd, request.folder)
  const descriptor = parseDescriptor(gitAddress(template), { cwd })
  refuseInside(descriptor, folder)
  const isNew = makeEmptyFolder(folder, 'a project')
  try {
    await copyInto(folder, (draft, meanwhile) => bringFolder(descriptor, draft, meanwhile, { env, signal }))
  } catch (error) {
    if (isNew) rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return { folder, files: filesBelow(folder) }
}

/** Fetches into a folder beside the target. The leftovers of an error stay visible there, and the target gets the whole template or nothing. */
async function copyInto(folder: string, bring: (draft: string, meanwhile: string) => Promise<void>): Promise<void> {
  const staging = mkdtempSync(join(dirname(folder), '.slipway-new-'))
  try {
    const draft = join(staging, 'folder')
    await bring(draft, join(staging, 'fetched'))
    cpSync(draft, folder, { recursive: true, verbatimSymlinks: true })
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/** Accepts addresses that git accepts and addresses copied from a browser. */
function gitAddress(template: string): string {
  if (/^(?:https?|ssh):\/\//.test(template)) return `git+${template}`
  const [, host, path] = /^git@([\w.-]+):([^\s:]+)$/.exec(template) ?? []
  return host === undefined ? template : `git+ssh://git@${host}/${path}`
}

/** Refuses to copy a folder into itself, which would never end. */
function refuseInside({ form }: Descriptor, folder: string): void {
  if (form.form !== 'path') return
  const real = realFolder(form.path)
  const target = join(realFolder(dirname(folder)), folder.slice(dirname(folder).length))
  if (target !== real && !target.startsWith(`${real}${sep}`)) return
  throw new Failure(
    'install/bad-folder',
    `${folder} is inside the template ${form.path}, so the copy would contain itself`,
    {
      hint: 'name a folder outside of the template',
    },
  )
}

function realFolder(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}
