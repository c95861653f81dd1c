import { Failure, type Value } from '@slipway/model'
import type { Unchecked } from '../check/unchecked.ts'
import { checkBlueprint, type CheckResult } from '../expand/check-blueprint.ts'
import { type ChildSources, loadChildren } from '../expand/load-children.ts'
import { readBlueprint } from '../language/parse/blueprint.ts'
import { testDefinitions } from './definitions.ts'

const version = 'version: 2025-11-02\n'

type Files = Readonly<Record<string, string>>

/** Children from these files. The version is put in front of each YAML file. */
export function childSourcesOf(files: Files): ChildSources {
  return {
    depth: 5,
    answerCall: (name) => Promise.resolve(name === 'cwd' ? 'here' : null),
    isReadable: ({ metadata }) => metadata['sourceType'] === undefined,
    read({ path, metadata }) {
      if (metadata['sourceType'] !== undefined) throw new Failure('test/no-driver', 'there is no driver')
      if (files[path] === undefined) throw new Failure('test/no-file', `there is no file ${path}`)
      return Promise.resolve({ file: path, text: textOf(files, path) })
    },
  }
}

/** Checks the blueprint `app.yaml` with these files. */
export async function checkFiles(
  files: Files,
  given: Readonly<Record<string, Value>> = {},
  unchecked?: Unchecked,
): Promise<CheckResult> {
  const { blueprint, diagnostics } = readBlueprint('app.yaml', textOf(files, 'app.yaml'))
  if (blueprint === undefined) return { diagnostics }
  const variables = new Map(Object.entries(given).map(([name, value]) => [name, { value, from: 'a test' }]))
  const joined = await loadChildren(blueprint, variables, childSourcesOf(files), unchecked)
  return checkBlueprint(joined, testDefinitions, variables, { unchecked })
}

function textOf(files: Files, file: string): string {
  return `${file.endsWith('.yaml') ? version : ''}${files[file] ?? ''}`
}
