import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { builtPath } from '../built-path.ts'
import { ownNode } from '../own-node.ts'
import { ownPackage } from '../own-packages.ts'
import type { Slipway } from '../slipway.ts'
import { trustedFoldersOf } from '../trust/folder-trust.ts'
import { makeEmptyFolder } from './empty-folder.ts'
import { npmInstall } from './run-tool.ts'

/** The templates of `newProject`. `newPlugin` makes a plugin. */
export const projectKinds = ['stack', 'blueprint', 'app'] as const

export type ProjectKind = (typeof projectKinds)[number]

export interface NewProjectRequest {
  readonly kind: ProjectKind
  /** The folder to create. An existing folder must be empty. */
  readonly folder: string
  /** Whether npm installs the project's dependencies. Default: true. */
  readonly install?: boolean
  /** Called with npm's output. */
  readonly onOutput?: (text: string) => void
  /** Called once the files exist, before npm starts. */
  readonly onWritten?: (project: NewProject) => void
}

export interface NewProject {
  /** Absolute. */
  readonly folder: string
  /** The paths of the files relative to the folder, sorted. */
  readonly files: readonly string[]
}

/**
 * Makes a folder with a stack, a blueprint or an app that passes checks and tests and can be deployed unchanged. The folder is trusted,
 * since all its code comes from Slipway's own template.
 *
 * @throws Failure `cli/folder-not-empty`, `cli/tool-failed`, `cli/not-built`
 */
export async function newProject(
  { cwd, env }: Pick<Slipway, 'cwd' | 'env'>,
  { kind, install, onOutput, onWritten, ...request }: NewProjectRequest,
): Promise<NewProject> {
  const folder = resolve(cwd, request.folder)
  const template = builtPath(`new/${kind}`)
  makeEmptyFolder(folder, 'a project')
  const project = { folder, files: writeFiles(template, folder, env) }
  trustedFoldersOf(env).addIfPossible(folder)
  onWritten?.(project)
  if (install !== false) await npmInstall(folder, env, onOutput)
  return project
}

function writeFiles(template: string, folder: string, env: Slipway['env']): readonly string[] {
  const name = packageName(folder)
  const texts = readdirSync(template).map(
    (file) => [file, readFileSync(join(template, file), 'utf8').replaceAll(/\bNAME\b/g, name)] as const,
  )
  const files = new Map(texts)
  files.set('package.json', manifestText(files.get('package.json') ?? '{}', folder, env))
  files.set('.gitignore', 'node_modules/\n.slipway/\npublic/\nbuild/\n')
  for (const [file, text] of files) writeFileSync(join(folder, file), text)
  return [...files.keys()].sort()
}

/** Returns the folder's name, adapted to npm's rules. */
function packageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return name === '' ? 'site' : name.slice(0, 60)
}

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>
  /** The Node packages and versions recorded by our build. */
  readonly nodes: Readonly<Record<string, string>>
}

/** Writes a project's package.json. @param text the package.json from our build */
function manifestText(text: string, folder: string, env: Slipway['env']): string {
  const { nodes, ...manifest } = JSON.parse(text) as Manifest
  const devDependencies = {
    ...manifest.devDependencies,
    '@slipway/testing': ownPackage('@slipway/testing', folder),
    slipway: ownPackage('slipway', folder),
    ...ownNode(folder, env, nodes),
  }
  const sorted = Object.entries(devDependencies).sort(([a], [b]) => (a < b ? -1 : 1))
  return `${JSON.stringify({ ...manifest, devDependencies: Object.fromEntries(sorted) }, null, 2)}\n`
}
