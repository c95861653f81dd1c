import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { movedUrns, withMovedUrns } from './moved-urns.ts'

const urn = (type: string, name: string): string => `urn:pulumi:dev::shop::${type}::${name}`
const site = urn('app:Site', 'site')
const page = { urn: urn('app:Site$app:Page', 'page'), parent: site }
const line = { urn: urn('app:Site$app:Page$app:Line', 'line'), parent: page.urn }

suite('a changed URN', () => {
  test('changes its descendants when its types change, not when its name changes', () => {
    const specs = [line, page, { urn: site }]
    assert.deepEqual([...movedUrns(specs, site, urn('app:Site', 'web'))], [[site, urn('app:Site', 'web')]])
    const moved = movedUrns(specs, site, urn('app:Net$app:Site', 'site'))
    assert.equal(moved.get(page.urn), urn('app:Net$app:Site$app:Page', 'page'))
    assert.equal(moved.get(line.urn), urn('app:Net$app:Site$app:Page$app:Line', 'line'))
  })

  test('is updated wherever the program has written it, and not in a plugin’s data', () => {
    const moved = new Map([[site, 'new']])
    const spec = {
      urn: page.urn,
      parent: site,
      provider: `${site}::id`,
      dependencies: [site, 'other'],
      propertyDependencies: { text: [site] },
      options: { deletedWith: site },
      outputs: { of: site },
    }
    assert.deepEqual(JSON.parse(JSON.stringify(withMovedUrns(spec, moved))), {
      urn: page.urn,
      parent: 'new',
      provider: 'new::id',
      dependencies: ['new', 'other'],
      propertyDependencies: { text: ['new'] },
      options: { deletedWith: 'new' },
      outputs: { of: site },
    })
    const other = { urn: 'x', dependencies: ['y'] }
    assert.equal(withMovedUrns(other, moved), other)
  })
})
