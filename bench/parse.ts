import { load } from 'js-yaml'
import { checkBlueprint, readBlueprint, resolveSpec, scopeOf, unknownSources } from '@slipway/engine'
import type { ProviderDefinition } from '@slipway/model'
import { readLanguage, readYaml } from '@slipway/source'

/** A blueprint of many resources, 23 lines each, as a generator would write it. */
export function generatedBlueprint(resources: number): string {
  const lines = [
    'version: 2025-11-02',
    'variables:',
    '  region:',
    '    type: string',
    '    default: eu-west-1',
    'resources:',
  ]
  for (let index = 0; index < resources; index++) lines.push(...resource(index))
  return lines.join('\n')
}

function resource(index: number): string[] {
  const before = index % 10 === 0 ? [] : [`    dependsOn: [page${index - 1}]`]
  return [
    `  page${index}:`,
    '    type: local/file',
    `    description: Page number ${index} of the generated site`,
    '    metadata:',
    `      displayName: "Page ${index}"`,
    '      labels:',
    '        app: site',
    `        shard: s${index % 16}`,
    '      annotations:',
    '        team.owner: web',
    '        team.pager: true',
    ...before,
    '    spec:',
    `      path: out/\${variables.region}/page-${index}.html`,
    '      mode: "0644"',
    '      content: |',
    '        <!doctype html>',
    `        <title>Page ${index} in \${variables.region}</title>`,
    '        <ul>',
    `          <li>\${to_upper("entry ${index}")}</li>`,
    '          <li>another line of text</li>',
    '        </ul>',
    '',
  ]
}

/** The same blueprint in the blueprint language. */
export function generatedInLanguage(resources: number): string {
  const lines = ['version "2025-11-02"', 'variable region: string {', '    default = "eu-west-1"', '}']
  for (let index = 0; index < resources; index++) lines.push(...resourceInLanguage(index))
  return lines.join('\n')
}

function resourceInLanguage(index: number): string[] {
  const before = index % 10 === 0 ? [] : [`    dependsOn = [page${index - 1}]`]
  return [
    `resource page${index}: local/file {`,
    `    description = "Page number ${index} of the generated site"`,
    '    metadata {',
    `        displayName = "Page ${index}"`,
    '        labels = {',
    '            app = "site",',
    `            shard = "s${index % 16}"`,
    '        }',
    '        annotations = { "team.owner" = "web", "team.pager" = true }',
    '    }',
    ...before,
    '    spec {',
    `        path = "out/\${variables.region}/page-${index}.html"`,
    '        mode = "0644"',
    '        content = """',
    '            <!doctype html>',
    `            <title>Page ${index} in \${variables.region}</title>`,
    '            <ul>',
    `              <li>\${to_upper("entry ${index}")}</li>`,
    '              <li>another line of text</li>',
    '            </ul>',
    '',
    '            """',
    '    }',
    '}',
    '',
  ]
}

/** Best and first of some runs, in milliseconds. */
export function timed(work: () => unknown, runs = 5): { first: number; best: number } {
  const times = Array.from({ length: runs }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return { first: times[0] ?? 0, best: Math.min(...times) }
}

/** For checks of generated blueprints. */
export const local: ProviderDefinition = {
  pluginId: 'slipway/local',
  pluginVersion: '1.0.0',
  namespace: 'local',
  config: { fields: {}, allowAdditionalFields: false },
  resourceTypeNames: ['local/file'],
  dataSourceTypeNames: [],
  functionNames: [],
  resourceTypes: {
    'local/file': {
      type: 'local/file',
      label: 'File',
      destroyBeforeCreate: false,
      settlement: 'find',
      stabilisedDependencies: [],
      schema: {
        type: 'object',
        required: ['path', 'content'],
        attributes: {
          path: { type: 'string', mustRecreate: true },
          content: { type: 'string' },
          mode: { type: 'string', pattern: '^0[0-7]{3}$', default: '0644' },
          sha256: { type: 'string', computed: true },
        },
      },
    },
  },
  dataSourceTypes: {},
  functions: {},
}

/** Text to specs that could be deployed: all that happens to a blueprint before anything outside is asked. */
function readCheckEvaluate(file: string, text: string): number {
  const { blueprint } = readBlueprint(file, text)
  const checked = blueprint && checkBlueprint(blueprint, new Map([['local', local]]), new Map()).checked
  if (checked === undefined) throw new Error('the generated blueprint has errors')
  const scope = scopeOf(checked, unknownSources())
  return [...checked.resources.values()].filter((each) => resolveSpec(each, scope).diagnostics.length === 0).length
}

function report(): void {
  for (const count of [1_000, 5_000, 10_000]) {
    const text = generatedBlueprint(count)
    const ours = timed(() => readYaml('bench.yaml', text))
    const peer = timed(() => load(text))
    const inLanguage = generatedInLanguage(count)
    const language = timed(() => readLanguage('bench.bp', inLanguage))
    const whole = timed(() => readCheckEvaluate('bench.yaml', text))
    const row = { resources: count, lines: text.split('\n').length, characters: text.length }
    console.log(
      JSON.stringify({
        ...row,
        readYaml: ours,
        'js-yaml load': peer,
        ratio: ours.best / peer.best,
        readLanguage: language,
        'readLanguage / readYaml': language.best / ours.best,
        'read, check, evaluate': whole,
        'the same in the language': timed(() => readCheckEvaluate('bench.bp', inLanguage)),
      }),
    )
  }
}

if (import.meta.main) report()
