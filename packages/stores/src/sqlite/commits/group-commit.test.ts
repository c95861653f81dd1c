import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { GroupCommit } from './group-commit.ts'

test('commits of two turns of the event loop are written together', async () => {
  const groups: string[][] = []
  const commits = new GroupCommit<string>((group) => {
    groups.push(group.map(({ work }) => work))
    for (const { resolve } of group) resolve()
  })
  const first = commits.add('a')
  await nextTurn()
  await Promise.all([first, commits.add('b')])
  await commits.add('c')
  assert.deepEqual(groups, [['a', 'b'], ['c']])
})
