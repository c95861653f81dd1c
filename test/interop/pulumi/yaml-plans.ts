/** Programs in the Pulumi YAML language, their conversions, and the plans of both. */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { TestContext } from 'node:test'
import { runInNewContext } from 'node:vm'
import { convertPulumiYaml, type PulumiYamlTarget } from '@slipway/operations/forms/pulumi-yaml/convert-pulumi-yaml'
import { definitionOf } from '@slipway/protocol/pulumi'
import { machine } from './machine.ts'

export const programsFolder = join(import.meta.dirname, 'yaml-programs')
const providers = ['ledger', 'mini']

/** The texts of a folder, by path. */
function textsIn(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name)
      return [relative(folder, file).replaceAll('\\', '/'), readFileSync(file, 'utf8')]
    }),
  )
}

/** Reads the schema of a provider in this folder. */
function packageOf(provider: string) {
  const text = readFileSync(join(import.meta.dirname, `${provider}.cjs`), 'utf8')
  const found: { schema?: string } = {}
  const sdk = { main: (given: { readonly schema: string }) => (found.schema = given.schema) }
  const required = (name: string): object => (name.startsWith('@pulumi') ? sdk : {})
  runInNewContext(text, { require: required, process: { env: {}, argv: [] }, module: {} })
  const schema = JSON.parse(found.schema ?? '{}')
  const all = {
    resourceTypes: Object.keys(schema.resources ?? {}),
    dataSourceTypes: Object.keys(schema.functions ?? {}),
    functions: [],
  }
  return definitionOf(schema, all, {
    pluginId: `pulumi/${provider}`,
    pluginVersion: '1.0.0',
    namespace: `${provider}:`,
  })
}

const packages = new Map(providers.map((name) => [name, packageOf(name)]))

export function converted(program: string, to: PulumiYamlTarget) {
  return convertPulumiYaml({ files: textsIn(join(programsFolder, program)), to, packages })
}

/** A machine with the providers, an entry in the book, and another stack with an export. */
export function yamlMachine(t: TestContext) {
  const made = machine(t, {
    variables: (at) => ({
      SLIPWAY_STATE: at('state'),
      MINI_OLDS: at('olds'),
      PULUMI_HOME: at('home/.pulumi'),
      PULUMI_CONFIG_PASSPHRASE: 'open',
    }),
  })
  const { at } = made
  const mini = at('home/.pulumi/plugins/resource-mini-v1.0.0')
  mkdirSync(mini, { recursive: true })
  const script = `#!/bin/sh\nexec node '${join(import.meta.dirname, 'mini.cjs')}' "$@"\n`
  writeFileSync(join(mini, 'pulumi-resource-mini'), script, { mode: 0o755 })
  writeFileSync(at('book.json'), JSON.stringify({ 'rent-1': { account: 'rent', note: 'first', page: 1 } }))
  return made
}

export function placeProgram(program: string, folder: string): void {
  cpSync(join(programsFolder, program), folder, { recursive: true })
}

export function placeFiles(files: ReadonlyMap<string, string>, folder: string): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

export function placeModules(folder: string): void {
  symlinkSync(join(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'))
}

interface Step {
  readonly name: string
  readonly type: string
  readonly action: string
  readonly changes?: readonly { readonly path: string; readonly next?: unknown }[]
  readonly after?: readonly string[]
  /** The id of the thing that a blueprint's resource takes over; for a program's resource, `found`. */
  readonly importedAs?: string
  readonly found?: { readonly by: string; readonly id: string }
}

interface Plan {
  readonly steps: readonly Step[]
  readonly exports?: Readonly<Record<string, unknown>>
}

/**
 * Steps that only a program's plan has, and a stack's does not: its stack, its reads of other stacks, and providers, which are settings in a stack.
 */
function isOfProgram({ type }: Step): boolean {
  return /^(?:component:)?pulumi:(?:pulumi|providers):/.test(type)
}

/** The wanted properties. A program records them below `inputs`, beside the known facts about the resource. */
function wanted({ type, changes = [] }: Step): readonly (readonly [name: string, value: unknown])[] {
  // Only its plugin knows the inputs of a program's component.
  if (isComponent(type)) return []
  const inputs = changes.find(({ path }) => path === 'spec.inputs')
  if (inputs !== undefined) return Object.entries(inputs.next ?? {})
  return changes.filter(({ path }) => path.startsWith('spec.')).map(({ path, next }) => [path.slice(5), next] as const)
}

function isComponent(type: string): boolean {
  return packages.get(type.split(':')[0] ?? '')?.resourceTypes[type]?.isComposed === true
}

/** In a blueprint, the name of a component's part begins with the component's name. */
function plainName(name: string): string {
  return name.replace(/^[^:]+:/, '')
}

/** A plan in `--json` as text, without elements that only programs have, and without the words for values that are known later. */
export function planText(json: string): string {
  const { steps, exports = {} } = JSON.parse(json) as Plan
  const hidden = new Set(steps.filter(isOfProgram).map(({ name }) => name))
  const parts = steps
    .filter(({ name }) => !hidden.has(name))
    .map((step) => {
      const { name, type, action, importedAs = step.found?.id } = step
      // The name of a part already contains its component.
      const after = (step.after ?? []).filter((each) => !hidden.has(each) && !isPartOf(step, each)).map(plainName)
      const needs = after.length === 0 ? '' : ` after ${after.toSorted().join(', ')}`
      const title = `${plainName(name)} (${type.replace(/^component:/, '')})${needs}`
      if (importedAs !== undefined) return `import ${title} as ${importedAs}`
      const lines = wanted(step).map(([key, value]) => `  ${key} = ${said(value)}`)
      return [`${action} ${title}`, ...lines.toSorted()].join('\n')
    })
  const exported = Object.entries(exports).map(([name, value]) => `export ${name} = ${said(value)}`)
  return `${[...parts.toSorted(), ...exported.toSorted()].join('\n')}\n`
}

function isPartOf({ name }: Step, other: string): boolean {
  return name.startsWith(`${other}-`) || name.startsWith(`${other}:`)
}

function said(value: unknown): string {
  return JSON.stringify(value ?? null, plainly)
}

/** Sorts keys alphabetically. */
function plainly(_: string, value: unknown): unknown {
  if (typeof value === 'string' && /^\(known after [^]*\)$/.test(value)) return '(known later)'
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
