import { refresh } from '@slipway/operations/change/refresh'
import { up } from '@slipway/operations/change/up'
import {
  blueprintFragment,
  formOfFile,
  refuseOverwriting,
  writeFragment,
} from '@slipway/operations/forms/write-fragment'
import type { Console } from '../console/console.ts'
import { exitCodes } from '../console/exit-codes.ts'
import type { BlueprintOptions } from '../requests/options.ts'
import { blueprintRequest, projectRequest } from '../requests/requests.ts'
import { runChange } from './run-change.ts'
import { sayEvents } from '../reporting/say-events.ts'
import { slipwayOf } from '../requests/slipway-of.ts'

/** `slipway reconcile RESOURCE --accept` */
export async function accept(
  console: Console,
  resource: string,
  file: string | undefined,
  options: BlueprintOptions & { readonly out?: string },
): Promise<number> {
  const { out } = options
  const slipway = slipwayOf(console, options)
  if (out !== undefined) refuseOverwriting(slipway, out)
  const targets = [resource]
  const code = await runChange(console, { ...options, target: targets }, (_, wish, observe) =>
    refresh(slipway, { ...projectRequest(file, options), ...wish, targets }, observe),
  )
  if (code === exitCodes.ok && options.json !== true) await showFragment(console, resource, file, options)
  return code
}

/** Writes a recorded resource in the form of a blueprint: into a file, or to stdout. */
export async function showFragment(
  console: Console,
  resource: string,
  file: string | undefined,
  options: BlueprintOptions & { readonly out?: string },
): Promise<void> {
  const { out } = options
  const slipway = slipwayOf(console, options)
  const form = out === undefined ? 'yaml' : formOfFile(out)
  const text = await blueprintFragment(slipway, resource, form, projectRequest(file, options), sayEvents(console))
  if (text === undefined)
    console.err.write(`${resource} no longer exists: remove it from the blueprint, or up creates it again.\n`)
  else if (out === undefined) console.out.write(text)
  else {
    writeFragment(slipway, out, text)
    console.err.write(`${out} has the resource as blueprint text.\n`)
  }
}

/** `slipway reconcile RESOURCE --reapply`: includes the resources on which it depends. */
export async function reapply(
  console: Console,
  resource: string,
  file: string | undefined,
  options: BlueprintOptions,
): Promise<number> {
  const targets = [resource]
  return runChange(console, { ...options, target: targets, refresh: true }, (slipway, wish, observe) =>
    up(slipway, { ...blueprintRequest(file, options, console), ...wish, targets, refresh: true }, observe),
  )
}
