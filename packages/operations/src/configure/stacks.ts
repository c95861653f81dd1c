import { existsSync } from 'node:fs'
import type { Slipway } from '../slipway.ts'
import { MapEdit } from '@slipway/programs/stacks/edit-map'
import { readStackFile } from '@slipway/programs/stacks/stack-file'
import { StackSecrets } from '@slipway/programs/stacks/stack-secrets'
import {
  assertName,
  selectedStack,
  selectStack,
  stackExists,
  stacksOf,
  unknownStack,
} from '@slipway/programs/stacks/which-stack'
import { writeWhole } from '@slipway/programs/stacks/write-file'
import { placeOf, type StackRequest } from './place.ts'

/** Makes a stack with its file and selects it. Fails with `stack/exists` if it already exists. */
export async function initStack(slipway: Slipway, request: StackRequest, stack: string): Promise<{ file: string }> {
  const place = await placeOf(slipway, request)
  assertName(stack)
  const { project, sealer } = place
  const file = readStackFile(project, stack)
  if (file.exists || (await stacksOf(place)).includes(stack)) throw stackExists(place, stack)
  const edit = new MapEdit(file.file, '')
  const salt = await new StackSecrets(file, { env: slipway.env, sealer }).newSalt()
  if (salt !== undefined) edit.setTop('encryptionsalt', salt)
  edit.setTop('config', '{}')
  writeWhole(file.file, edit.text)
  selectStack(place, stack)
  return { file: file.file }
}

/** Selects a stack for later commands that name none. Fails with `stack/unknown` if there is no such stack. */
export async function select(slipway: Slipway, request: StackRequest, stack: string): Promise<void> {
  const place = await placeOf(slipway, request)
  assertName(stack)
  const stacks = await stacksOf(place)
  if (!stacks.includes(stack)) throw unknownStack(place, stack, stacks)
  selectStack(place, stack)
}

export interface ListedStack {
  readonly name: string
  readonly selected: boolean
  /** The name of the stack's instance: `shop/dev`. */
  readonly instance: string
  /** True if the stack has its own file. */
  readonly hasFile: boolean
}

/** Returns all stacks of a program, sorted by name. */
export async function listStacks(slipway: Slipway, request: StackRequest): Promise<readonly ListedStack[]> {
  const place = await placeOf(slipway, request)
  const { project } = place
  const selected = selectedStack(place)
  return (await stacksOf(place)).map((name) => ({
    name,
    selected: name === selected,
    instance: `${project.name}/${name}`,
    hasFile: existsSync(readStackFile(project, name).file),
  }))
}
