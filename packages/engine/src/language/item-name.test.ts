import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemName, nameMeant } from './item-name.ts'

test('an item of an each is named as references write it', () => {
  assert.equal(itemName('page[0]'), 'page_0')
  assert.equal(itemName('network/page["a-b"]'), 'network/page_a-b')
  assert.equal(itemName("page['home']"), 'page_home')
  assert.equal(itemName('page[home]'), 'page_home')
  for (const other of ['page', 'page[]', 'page["a b"]', 'page[0].spec', 'page[0']) assert.equal(itemName(other), other)
})

test('a name that exists wins over its meaning as an item', () => {
  const known = new Set(['page_0', 'page_home', 'page.home', 'network/page_0', 'a.b_c'])
  assert.equal(nameMeant('page[0]', known), 'page_0')
  assert.equal(nameMeant('page.0', known), 'page_0')
  assert.equal(nameMeant('page.home', known), 'page.home')
  assert.equal(nameMeant('page["home"]', known), 'page_home')
  assert.equal(nameMeant('network/page[0]', known), 'network/page_0')
  assert.equal(nameMeant('a.b.c', known), 'a.b_c')
  assert.equal(nameMeant('page[7]', known), 'page[7]')
})
