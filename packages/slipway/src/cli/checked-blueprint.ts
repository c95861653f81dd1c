import type { CheckedBlueprint, VariableDeclaration } from '@slipway/engine'
import type { EnginePart } from '@slipway/operations/parts/engine-part'
import { DiagnosticsFailure } from '@slipway/operations/project/diagnostics-failure'
import type { BlueprintFile } from '@slipway/operations/project/find-blueprint'
import { loadBlueprint, type LoadedBlueprint } from '@slipway/operations/project/load-blueprint'
import type { Console } from './console.ts'
import type { BlueprintOptions } from './options.ts'
import { diagnosticsText } from './output/diagnostics-text.ts'
import { isOnCommandLine } from '@slipway/operations/project/variables'
import { plainSecretText } from '@slipway/operations/settings/plain-secrets'
import { ask, askHidden } from './prompt.ts'

/** The blueprint with its variables; a person is asked for what is missing, if there is one. */
export async function loadForCommand(
  blueprint: BlueprintFile,
  options: Pick<BlueprintOptions, 'var' | 'varFile' | 'json'>,
  console: Console,
): Promise<LoadedBlueprint> {
  const canAsk = console.canAsk && options.json !== true
  const loaded = await loadBlueprint({
    file: blueprint.file,
    flags: options.var,
    files: options.varFile,
    env: console.env,
    cwd: console.cwd,
    ...(canAsk ? { ask: (variable: VariableDeclaration) => askForVariable(variable, console) } : {}),
  })
  for (const { name, secret } of loaded.blueprint.variables.values()) {
    if (secret && isOnCommandLine(name, loaded.variables.get(name)))
      console.err.write(`${plainSecretText(`--var ${name}`)}\n`)
  }
  return loaded
}

function askForVariable(
  { name, type, description, secret, allowedValues }: VariableDeclaration,
  console: Console,
): Promise<string> {
  const choice = allowedValues.length === 0 ? type : allowedValues.join(' | ')
  const question = `${description === undefined ? '' : `${description}\n`}${name} (${choice}): `
  return secret ? askHidden(console, question) : ask(question)
}

/** The blueprint without errors, its warnings said; fails with everything that is wrong in it. */
export async function checkedOrFail(
  engine: EnginePart,
  { blueprint, variables }: LoadedBlueprint,
  console: Console,
): Promise<CheckedBlueprint> {
  const { checked, diagnostics } = await engine.check(blueprint, variables)
  if (checked === undefined) throw new DiagnosticsFailure(diagnostics)
  if (diagnostics.length > 0) console.err.write(diagnosticsText(diagnostics, console.err))
  return checked
}
