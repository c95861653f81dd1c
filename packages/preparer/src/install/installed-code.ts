import { basename, join } from 'node:path'
import { Failure } from '@slipway/model'
import type { PodKind } from '../records/keys.ts'
import type { Installed } from '../records/pod-record.ts'
import { compareWith, type Inventory, readInventory, writeInventory } from './archive/inventory.ts'
import type { Layout } from './layout.ts'

/** The pod or hook that the code belongs to. */
export interface Owner {
  readonly kind: PodKind
  readonly id: string
}

/** The code that runs must be the installed code. @throws Failure `node/code-changed` */
export async function refuseChanged(layout: Layout, owner: Owner, installed: Installed): Promise<void> {
  // A plain command has no code of its own.
  if (installed.digest === undefined) return
  const { folder, name } = installed
  const inventory = inventoryOf(layout, owner, installed)
  if (inventory === undefined) throw changed(name, `the preparer has no record of its installation in ${folder}`)
  const { problem, renewed } = await compareWith(folder, inventory)
  if (problem !== undefined) throw changed(name, problem)
  if (renewed !== undefined) writeInventory(fileOf(layout, owner, installed), renewed, folder)
}

/** True if the archive contained `bin/NAME`; a script that somebody has added since is not run. */
export function hasScript(layout: Layout, owner: Owner, installed: Installed, name: string): boolean {
  return inventoryOf(layout, owner, installed)?.items.some(({ path }) => path === `bin/${name}`) === true
}

function inventoryOf(layout: Layout, owner: Owner, installed: Installed): Inventory | undefined {
  const { kind, id } = owner
  const isInPlace = installed.folder === join(layout.installs(kind, id, installed.name), basename(installed.folder))
  return isInPlace ? readInventory(fileOf(layout, owner, installed)) : undefined
}

function fileOf(layout: Layout, { kind, id }: Owner, { name, folder }: Installed): string {
  return layout.inventory(kind, id, name, basename(folder))
}

export function isCodeChanged(error: unknown): boolean {
  return error instanceof Failure && error.code === codeChanged
}

const codeChanged = 'node/code-changed'

function changed(name: string, why: string): Failure {
  return new Failure(codeChanged, `the code of ${name} has changed since its installation: ${why}`, {
    hint: 'the preparer installs it again and does not run the changed code; find out who changed it',
  })
}
