import * as z from 'zod'
import { replacing } from '@slipway/sdk'
import { randomText } from '../alphabet.ts'
import { keepers } from './generated.ts'

const upperCase = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const lowerCase = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'
const specialCharacters = '!@#$%&*()-_=+[]{}<>:?'

const included = (what: string) =>
  replacing(z.boolean().default(true).describe(`Whether the value may contain ${what}.`))
const atLeast = (what: string) =>
  replacing(z.int().min(0).optional().describe(`Minimum number of ${what}. Default: 0.`))

/** The properties of `random/string` and `random/password`. */
export const characterProperties = {
  length: replacing(z.int().min(1).max(4096).describe('Number of characters.')),
  upper: included('upper-case letters'),
  lower: included('lower-case letters'),
  numeric: included('digits'),
  special: included('special characters'),
  overrideSpecial: replacing(
    z.string().min(1).optional().describe(`Special characters to choose from, instead of \`${specialCharacters}\`.`),
  ),
  minUpper: atLeast('upper-case letters'),
  minLower: atLeast('lower-case letters'),
  minNumeric: atLeast('digits'),
  minSpecial: atLeast('special characters'),
  keepers,
}

const characterSpec = z.object(characterProperties)
type CharacterSpec = z.output<typeof characterSpec>

function rationsOf(spec: CharacterSpec) {
  return [
    { name: 'upper', on: spec.upper, characters: upperCase, atLeast: spec.minUpper ?? 0 },
    { name: 'lower', on: spec.lower, characters: lowerCase, atLeast: spec.minLower ?? 0 },
    { name: 'numeric', on: spec.numeric, characters: digits, atLeast: spec.minNumeric ?? 0 },
    {
      name: 'special',
      on: spec.special,
      characters: spec.overrideSpecial ?? specialCharacters,
      atLeast: spec.minSpecial ?? 0,
    },
  ]
}

/** Finds the contradictions that no single property shows. For `z.object(…).superRefine`. */
export function refineCharacters(spec: CharacterSpec, context: z.RefinementCtx): void {
  const rations = rationsOf(spec)
  const required = rations.reduce((sum, ration) => sum + ration.atLeast, 0)
  if (!rations.some(({ on }) => on))
    context.addIssue({
      code: 'custom',
      message: 'upper, lower, numeric and special are all off: nothing to choose from',
    })
  for (const { name, on, atLeast: minimum } of rations)
    if (!on && minimum > 0) context.addIssue({ code: 'custom', message: `a minimum is set for ${name}, which is off` })
  if (required > spec.length)
    context.addIssue({
      code: 'custom',
      message: `the minimums add up to ${required}, more than the length ${spec.length}`,
    })
}

export function makeCharacters(spec: CharacterSpec): { result: string } {
  return {
    result: randomText(
      spec.length,
      rationsOf(spec).filter(({ on }) => on),
    ),
  }
}
