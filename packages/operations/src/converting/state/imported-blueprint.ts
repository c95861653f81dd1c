import { blueprintVersion } from '@slipway/engine'
import { Failure, isMap, type ValueMap } from '@slipway/model'
import { keptName } from '@slipway/protocol/pulumi'
import { readSource } from '@slipway/source'
import type { ResourceRecord } from '@slipway/stores'
import { convertedText } from '../../forms/convert.ts'
import { specText } from '../../forms/fragment.ts'
import { formOfFile } from '../../forms/write-fragment.ts'
import { findProject, type ProjectRequest } from '../../project/project.ts'
import type { Slipway } from '../../slipway.ts'

/** Refuses a program, because it describes its resources itself. @throws Failure `cli/blueprint-only` */
export async function refuseProgram(slipway: Slipway, request: ProjectRequest): Promise<void> {
  const { program } = await findProject(slipway, request, 'looks', true)
  if (program === undefined) return
  throw new Failure('cli/blueprint-only', `--out writes a blueprint, and ${program.directory} has a program`, {
    hint: 'leave out --out, and write the resources into the program',
  })
}

/** Writes a blueprint that describes imported resources as they are recorded. Secrets become variables. */
export function importedBlueprint(records: readonly ResourceRecord[], file: string): string {
  const secrets: string[] = []
  const written = records.map(({ name, type, spec, options }) => {
    const provider = options?.provider
    const said = provider === undefined ? '' : `    options:\n      provider: ${JSON.stringify(provider)}\n`
    return `  ${name}:\n    type: ${JSON.stringify(type)}\n${said}${specText(inputsIn(spec), { secrets, prefix: name })}`
  })
  const variables = secrets.map((secret) => `  ${secret}: { type: string, secret: true }\n`)
  const yaml = [
    `version: ${blueprintVersion}\n`,
    ...(variables.length === 0 ? [] : ['variables:\n', ...variables]),
    'resources:\n',
    ...written,
  ].join('')
  return convertedText(readSource('imported.yaml', yaml), 'yaml', formOfFile(file))
}

/** Returns the inputs that the record keeps for the plugin. A provider has only its settings. */
function inputsIn(spec: ValueMap): ValueMap {
  const kept = spec[keptName]
  const inputs = isMap(kept) ? kept['inputs'] : undefined
  return isMap(inputs) ? inputs : spec
}
