import type { Case, Group, Wanted } from '../case.ts'

const berth: Wanted = { type: 'harbor_berth', spec: { name: 'north', label: 'deep', tags: { a: '1' } } }
const ship: Wanted = { type: 'harbor_ship', spec: { name: 'anna', hold: [{ goods: 'tea', tons: 3 }], ports: ['Oslo'] } }
const wheel: Wanted = {
  type: 'mill_wheel',
  spec: { name: 'big', blades: 6, marks: ['x'], bucket: [{ litres: 10 }, { litres: 12 }] },
}

function drifted(name: string, it: Wanted, file: string, now: Readonly<Record<string, never>> | object | 'gone'): Case {
  return { name, before: { it }, meddling: [{ file, now: now as never }], wanted: { it } }
}

/** Changes made outside, and objects that exist already. Each is planned without a refresh, and again with one. */
export const outside: Group = {
  name: 'outside',
  providers: ['harbor', 'mill'],
  cases: [
    drifted('a value', berth, 'harbor/berth/north-1.json', { label: 'shallow' }),
    drifted('a value that the provider decides', berth, 'harbor/berth/north-1.json', { revision: 5 }),
    drifted('an optional value that nobody has configured', berth, 'harbor/berth/north-1.json', { moored: false }),
    drifted('a map', berth, 'harbor/berth/north-1.json', { tags: { a: '1', z: '26' } }),
    drifted('gone', berth, 'harbor/berth/north-1.json', 'gone'),
    drifted('a set of objects', ship, 'harbor/ship/anna-1.json', { hold: [{ goods: 'salt', tons: 9, seal: 's' }] }),
    drifted('a value of the older SDK', wheel, 'mill/wheel/big-1.json', { blades: 9 }),
    drifted('a set of the older SDK', wheel, 'mill/wheel/big-1.json', { marks: ['x', 'y'] }),
    drifted('gone, of the older SDK', wheel, 'mill/wheel/big-1.json', 'gone'),
    {
      name: 'imported as it is',
      meddling: [
        {
          file: 'harbor/berth/north-1.json',
          now: { id: 'north-1', name: 'north', revision: 4, depth: 10, moored: true },
        },
      ],
      wanted: { it: { type: 'harbor_berth', spec: { name: 'north' }, imported: 'north-1' } },
    },
    {
      name: 'imported and changed',
      meddling: [
        {
          file: 'harbor/berth/north-1.json',
          now: { id: 'north-1', name: 'north', revision: 4, depth: 3, moored: true },
        },
      ],
      wanted: { it: { type: 'harbor_berth', spec: { name: 'north', label: 'deep' }, imported: 'north-1' } },
    },
    {
      name: 'imported from the older SDK',
      meddling: [{ file: 'mill/wheel/big-1.json', now: { name: 'big', blades: 8, power: 16, plate: 'p', label: 'x' } }],
      wanted: { it: { type: 'mill_wheel', spec: { name: 'big', label: 'x' }, imported: 'big-1' } },
    },
  ],
}
