import assert from 'node:assert/strict'
import { run, type Ended } from '../ledger/command.ts'
import { processesLeft, type World } from '../ledger/world.ts'

/** The next run continues without manual work; then the outside and the state are as wanted, and nothing was made twice. */
export async function assertHeals(
  world: World,
  args: readonly string[],
  names: readonly string[],
  context = '',
): Promise<Ended> {
  const healed = await run(world, args)
  assert.equal(healed.code, 0, `${context}: the next ${args[0]} failed:\n${healed.stdout}${healed.stderr}`)
  await assertReality(world, names, context)
  return healed
}

export async function assertReality(world: World, names: readonly string[], context = ''): Promise<void> {
  assert.deepEqual(
    world.entries().map((entry) => entry.name),
    names,
    `${context}: what exists outside`,
  )
  assert.deepEqual(await recordedNames(world), names, `${context}: what the state says`)
  assert.deepEqual(await processesLeft(world, 30_000), [], `${context}: processes left`)
}

export async function recordedNames(world: World): Promise<readonly string[]> {
  const listed = await run(world, ['state', 'list', '--json'])
  assert.equal(listed.code, 0, `state is unreadable: ${listed.stderr}`)
  return (JSON.parse(listed.stdout) as { name: string }[]).map((one) => one.name).sort()
}
