import type { Diagnostic, ResourceTypeDefinition, TransformerDefinition } from '@slipway/model'
import type { GivenVariable } from '../language/given-variable.ts'
import type { Blueprint } from '../language/declarations.ts'
import { checkBlueprint, type CheckResult } from '../expand/check-blueprint.ts'
import type { ProviderCatalog, TransformerCatalog } from '../ports.ts'
import { askDefinitions } from '../providers/ask-definitions.ts'
import { askTransformers } from './ask-transformers.ts'
import { transformOnce } from './transform-once.ts'

export interface CheckRequest {
  readonly blueprint: Blueprint
  readonly variables: ReadonlyMap<string, GivenVariable>
  readonly catalog: ProviderCatalog
  readonly transformers: TransformerCatalog
  /** How many calls at a time. */
  readonly parallelism: number
  readonly signal?: AbortSignal
}

/**
 * Checks a blueprint, and has it transformed before, in the order that it says. What is handed to a transformer has been
 * checked like any blueprint, with the definitions of the abstract types, so that a mistake is met where it was made; what
 * comes back is checked like one that nobody has seen. All problems are at places in the text that the user wrote.
 */
export async function checkTransformed(request: CheckRequest): Promise<CheckResult> {
  const { blueprint: written, transformers } = request
  if (written.transforms.length === 0) return await check(written, request)
  const asked = await askTransformers(written, transformers)
  if ('diagnostics' in asked) {
    const { diagnostics } = written
    return { diagnostics: [...diagnostics, ...asked.diagnostics] }
  }
  const said: Diagnostic[] = []
  let blueprint = written
  for (const [index, step] of asked.steps.entries()) {
    const abstractTypes = typesOf(asked.steps.slice(index).map(({ definition }) => definition))
    const before = await check(blueprint, request, abstractTypes)
    if (before.checked === undefined) return { diagnostics: [...said, ...after(before.diagnostics, index, written)] }
    const { blueprint: made, diagnostics } = await transformOnce(step, { ...request, blueprint, abstractTypes })
    said.push(...diagnostics)
    if (made === undefined) return { diagnostics: said }
    blueprint = made
  }
  const result = await check(blueprint, request)
  return {
    ...result,
    diagnostics: [...written.diagnostics, ...said, ...after(result.diagnostics, asked.steps.length, written)],
  }
}

async function check(
  blueprint: Blueprint,
  { catalog, variables }: CheckRequest,
  abstractTypes?: ReadonlyMap<string, ResourceTypeDefinition>,
): Promise<CheckResult> {
  const definitions = await askDefinitions(blueprint, catalog)
  return checkBlueprint(blueprint, definitions, variables, catalog.namespaces(), abstractTypes)
}

function typesOf(definitions: readonly TransformerDefinition[]): ReadonlyMap<string, ResourceTypeDefinition> {
  return new Map(definitions.flatMap(({ abstractResourceTypes }) => Object.entries(abstractResourceTypes)))
}

/** What is wrong with what has been made was not written like that: who reads it must know. */
function after(
  diagnostics: readonly Diagnostic[],
  done: number,
  { transforms }: Pick<Blueprint, 'transforms'>,
): readonly Diagnostic[] {
  if (done === 0) return diagnostics
  const names = transforms.slice(0, done).map(({ value }) => value)
  return diagnostics.map((diagnostic) => {
    const { message, path } = diagnostic
    const place = path === undefined ? 'after the transform' : `in ${path}, after the transform`
    return Object.assign({}, diagnostic, { message: `${message} (${place} ${names.join(', ')})` })
  })
}
