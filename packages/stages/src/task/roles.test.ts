import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatRoles, matchingNodes, parseRole } from './roles.ts'

const nodes = ['controller', 'primary-controller', 'compute-1', 'master'].map((role) => ({ name: role, roles: [role] }))

const cases: Readonly<Record<string, readonly string[]>> = {
  '*': ['controller', 'primary-controller', 'compute-1', 'master'],
  controller: ['controller'],
  '/controller/': ['controller'],
  '/.*controller/': ['controller', 'primary-controller'],
  '/controller|compute-\\d+/': ['controller', 'compute-1'],
  '/comp/': [],
  Controller: [],
}
for (const [text, expected] of Object.entries(cases)) {
  test(`the role ${text} is that of ${expected.join(', ') || 'no node'}`, () => {
    const role = parseRole(text)
    assert.ok(!('problem' in role))
    assert.deepEqual(
      matchingNodes([role], nodes).map(({ name }) => name),
      expected,
    )
    assert.equal(formatRoles([role]), text)
  })
}

test('a node with several of the roles appears once', () => {
  const both = [{ name: 'n', roles: ['a', 'b'] }]
  assert.equal(
    matchingNodes([{ kind: 'name', name: 'a' }, { kind: 'name', name: 'b' }, { kind: 'all' }], both).length,
    1,
  )
})

for (const text of ['', ' ', ' a', '//', '/(/']) {
  test(`${JSON.stringify(text)} is no role`, () => assert.ok('problem' in parseRole(text)))
}
