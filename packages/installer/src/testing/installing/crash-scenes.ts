import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Descriptor } from '../../descriptor/descriptor.ts'
import type { Outcome } from '../../install/outcome.ts'
import { realDisk, type Disk } from '../../store/disk.ts'
import type { FakePlugin } from '../fake-plugins.ts'
import { treeText } from '../disks/tree-text.ts'
import { type World, worldAt } from '../world.ts'
import { partialMarker } from '../../store/store-paths.ts'

/** The plugins that are installed while a fault happens: a plugin in sources that needs a binary plugin, from a path that changes. */
export interface Scene {
  readonly name: string
  /** The plugins that were installed before, without a fault. */
  readonly before?: readonly FakePlugin[]
  readonly plugins: readonly FakePlugin[]
}

const near: FakePlugin = {
  name: 'near',
  version: '1.0.0',
  isSources: true,
  hasDependencies: true,
  needs: ['far@1.0.0'],
}
const far: FakePlugin = { name: 'far', version: '1.0.0' }

export const scenes: readonly Scene[] = [
  { name: 'a first installation', plugins: [near, far] },
  {
    name: 'a reinstallation',
    before: [{ ...near, salt: 'old' }, far],
    plugins: [{ ...near, salt: 'new' }, far],
  },
]

const descriptor: Descriptor = { form: { form: 'path', path: '/src/near' } }

const folders = ['resource-far-v1.0.0', 'resource-near-v1.0.0']

export function quiet(disk: Disk): Disk {
  return { ...disk, sync: async () => {} }
}

export async function prepare(root: string, { before }: Scene): Promise<void> {
  if (before !== undefined) await installScene(worldAt(root, before))
}

export async function installScene({ installer }: World): Promise<Outcome | undefined> {
  return (await installer.install([descriptor]))[0]
}

/** Returns all allowed final folders of the scene's plugins, as text, by name. */
export async function goodTrees(root: string, scene: Scene): Promise<ReadonlyMap<string, readonly string[]>> {
  const good = new Map<string, string[]>()
  for (const [index, plugins] of [scene.before ?? scene.plugins, scene.plugins].entries()) {
    const { plugins: place, installer } = worldAt(join(root, `good-${index}`), plugins)
    await installer.install([descriptor])
    for (const name of folders) good.set(name, [...(good.get(name) ?? []), treeText(join(place, name))])
  }
  return good
}

/** Asserts that each plugin is absent, marked, or whole, in its old or its new version. */
export function assertNeverTorn(root: string, good: ReadonlyMap<string, readonly string[]>, when: string): void {
  for (const name of folders) {
    const folder = join(root, 'plugins', name)
    if (!existsSync(folder) || existsSync(partialMarker(folder))) continue
    assert.ok(good.get(name)?.includes(treeText(folder)), `${name} is torn ${when}`)
  }
}

/** Asserts that the next install makes everything whole, and that nothing is left over. */
export async function assertHeals(
  root: string,
  scene: Scene,
  good: ReadonlyMap<string, readonly string[]>,
  when: string,
): Promise<void> {
  const healed = worldAt(root, scene.plugins, { disk: quiet(realDisk) })
  const outcome = await installScene(healed)
  assert.equal(outcome?.failure, undefined, when)
  assert.deepEqual(readdirSync(healed.plugins), folders, when)
  for (const name of folders) assert.equal(treeText(join(healed.plugins, name)), good.get(name)?.at(-1), when)
  const problems = (await healed.installer.list()).map(({ problem }) => problem?.message)
  assert.deepEqual(problems, [undefined, undefined], when)
}
