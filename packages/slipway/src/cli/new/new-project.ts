import { relative } from 'node:path'
import { Failure, shellWord } from '@slipway/model'
import { isUnlikePath } from '@slipway/installer/descriptors'
import { newFromTemplate } from '@slipway/operations/authors/new-from-template'
import { type NewProject, newProject, type ProjectKind } from '@slipway/operations/authors/new-project'
import type { Console } from '../console/console.ts'
import { installStep, nodeSteps } from './install-step.ts'
import { showNewPlugin } from './new-plugin.ts'
import { Interrupted } from '../signals/interruption.ts'
import { jsonReport } from '../output/values/json-value.ts'
import { slipwayOf } from '../requests/slipway-of.ts'
import { stopSignals } from '../signals/stop-signals.ts'

export interface NewProjectOptions {
  readonly yes?: boolean
  readonly install: boolean
  readonly json?: boolean
}

const summaries = {
  stack: 'resources in TypeScript',
  blueprint: 'resources in YAML',
  plugin: 'resource types of your own',
  app: 'a server and the stack that runs it',
} as const

type Kind = keyof typeof summaries

const isKind = (text: string): text is Kind => Object.hasOwn(summaries, text)

const isProject = (text: string): text is ProjectKind => isKind(text) && text !== 'plugin'

/** `slipway new [WHAT] [DIR]` */
export async function showNew(
  given: string | undefined,
  givenFolder: string | undefined,
  options: NewProjectOptions,
  console: Console,
): Promise<void> {
  const mayAsk = options.yes !== true && options.json !== true && console.canAsk
  const what = given ?? (mayAsk ? await askKind() : 'stack')
  if (!isKind(what) && !isTemplateName(what)) throw unknownKind(what)
  const usual = isKind(what) ? `my-${what}` : 'my-project'
  const folder = givenFolder ?? (mayAsk ? await askFolder(usual) : usual)
  if (what === 'plugin') return await showNewPlugin(folder, options, console)
  if (isProject(what)) return await makeProject(what, folder, options, console)
  await copyTemplate(what, folder, options, console)
}

async function askKind(): Promise<string> {
  const { ask } = await import('../console/prompt.ts')
  const list = Object.entries(summaries).map(([kind, summary]) => `  ${kind.padEnd(10)} ${summary}\n`)
  const answer = await ask(`What do you want to start?\n${list.join('')}One of these [stack]: `)
  return answer.trim() === '' ? 'stack' : answer.trim()
}

async function askFolder(usual: string): Promise<string> {
  const { ask } = await import('../console/prompt.ts')
  const answer = await ask(`In which new folder? [${usual}]: `)
  return answer.trim() === '' ? usual : answer.trim()
}

function isTemplateName(text: string): boolean {
  return /^(?:\.{0,2}\/|\.{1,2}$|git@|[a-z+]+:)/.test(text) || isUnlikePath(text)
}

function unknownKind(what: string): Failure {
  return new Failure('cli/no-such-template', `there is no template called ${what}`, {
    hint: `it is one of ${Object.keys(summaries).join(', ')}, a folder (./${what}), or a git repository (git+https://HOST/REPOSITORY)`,
  })
}

async function makeProject(
  kind: ProjectKind,
  folder: string,
  { install, json }: NewProjectOptions,
  console: Console,
): Promise<void> {
  const project = await newProject(slipwayOf(console), {
    kind,
    folder,
    install,
    onWritten: (made) => {
      if (json !== true) tellFiles(made, console)
      if (install) console.err.write('npm install fetches the dependencies ...\n')
    },
    onOutput: (text) => console.err.write(text),
  })
  if (json === true) console.out.write(jsonReport({ kind, ...project }))
  else
    tellNext(project, console, [
      ...(install ? [] : [installStep(project.folder)]),
      'npx slipway up       # shows a plan, asks, and deploys',
      'npm test             # types, checks, and tests in memory',
    ])
}

async function copyTemplate(
  template: string,
  folder: string,
  { json }: NewProjectOptions,
  console: Console,
): Promise<void> {
  const signals = stopSignals()
  signals.watch((message) => console.err.write(`${message}\n`))
  try {
    const project = await newFromTemplate(slipwayOf(console), { template, folder, signal: signals.stop })
    if (json === true) {
      console.out.write(jsonReport({ template, ...project }))
      return
    }
    tellFiles(project, console)
    tellNext(project, console, [
      ...nodeSteps(project.folder),
      'npm install          # runs scripts of its packages: look at package.json before',
      'slipway trust .      # lets the folder run its own code, if it has some',
    ])
  } catch (error) {
    throw signals.received === undefined ? error : new Interrupted(signals.received, error)
  } finally {
    signals.release()
  }
}

/** A stranger's template may have many files, so only this many are named. */
const mostNamed = 30

function tellFiles({ folder, files }: NewProject, console: Console): void {
  const more = files.length - mostNamed
  const list = files.slice(0, mostNamed).map((file) => `  ${file}\n`)
  console.out.write(`${folder} has:\n${list.join('')}${more > 0 ? `  and ${more} more\n` : ''}`)
}

function tellNext({ folder }: NewProject, console: Console, steps: readonly string[]): void {
  const place = relative(console.cwd, folder) || '.'
  const all = [...(place === '.' ? [] : [`cd ${shellWord(place)}`]), ...steps]
  console.out.write(`Next:\n${all.map((step) => `  ${step}\n`).join('')}`)
}
