import { changed, from, type Group, kept, made } from '../case.ts'

const type = 'harbor_ship'
const full = {
  name: 'anna',
  captain: { name: 'Ada' },
  crew: [{ name: 'Bob' }, { name: 'Cleo', rank: 'cook' }],
  hold: [{ goods: 'tea', tons: 3 }, { goods: 'salt' }],
  flags: { front: { country: 'NO' }, back: { country: 'DK', size: 5 } },
  ports: ['Oslo', 'Bergen'],
  route: ['Oslo', 'Bergen', 'Oslo'],
  size: { length: 30, width: 7.5 },
}

/** Nested attributes of every kind, lists, sets and objects. */
export const nested: Group = {
  name: 'nested',
  providers: ['harbor'],
  cases: [
    made('a nested object', type, { name: 'anna', captain: { name: 'Ada' } }),
    made('everything nested', type, full),
    kept('nothing to do for everything nested', type, full),
    changed('a value of a nested object', type, full, { ...full, captain: { name: 'Ada', rank: 'admiral' } }),
    changed('no nested object any more', type, full, { ...full, captain: null }),
    changed('a nested object where none was', type, { name: 'anna' }, { name: 'anna', captain: { name: 'Ada' } }),
    changed('one more in a list', type, full, { ...full, crew: [...full.crew, { name: 'Dan' }] }),
    changed('another order in a list', type, full, { ...full, crew: full.crew.toReversed() }),
    changed('one fewer in a list', type, full, { ...full, crew: full.crew.slice(1) }),
    changed('a value of one in a set', type, full, { ...full, hold: [{ goods: 'tea', tons: 4 }, { goods: 'salt' }] }),
    changed('one more in a set', type, full, { ...full, hold: [...full.hold, { goods: 'oil' }] }),
    changed('another order in sets', type, full, {
      ...full,
      hold: full.hold.toReversed(),
      ports: full.ports.toReversed(),
    }),
    changed('entries of a nested map', type, full, {
      ...full,
      flags: { back: { country: 'DK' }, top: { country: 'SE' } },
    }),
    changed('an empty list, and none', type, full, { ...full, crew: [], route: null }),
    changed('a list and a set of texts', type, full, { ...full, route: ['Oslo', 'Kiel'], ports: ['Oslo', 'Kiel'] }),
    changed('a value of an object', type, full, { ...full, size: { length: 31, width: 7.5 } }),
    {
      name: 'unknown values in nested objects',
      wanted: {
        first: { type: 'harbor_berth', spec: { name: 'north' } },
        it: {
          type,
          spec: {
            name: 'anna',
            berth: from('first', 'id'),
            captain: { name: 'Ada', rank: from('first', 'id') },
            hold: [{ goods: from('first', 'id') }, { goods: 'salt' }],
            ports: ['Oslo', from('first', 'id')],
          },
        },
      },
    },
  ],
}
