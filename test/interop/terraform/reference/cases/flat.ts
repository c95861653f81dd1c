import { changed, from, type Group, kept, made } from '../case.ts'

const type = 'harbor_berth'
const full = { name: 'north', depth: 12, label: 'deep', tags: { a: '1', b: '2' }, moored: false, ratio: 0.1 }

/** Attributes of plain types, with defaults, and with values that the provider decides. */
export const flat: Group = {
  name: 'flat',
  providers: ['harbor'],
  cases: [
    made('only what is required', type, { name: 'north' }),
    made('everything', type, full),
    kept('nothing to do for what is required', type, { name: 'north' }),
    kept('nothing to do for everything', type, full),
    changed('a value where none was', type, { name: 'north' }, { name: 'north', label: 'deep' }),
    changed('no value any more', type, full, { name: 'north', depth: 12, moored: false }),
    changed('back to a default', type, { name: 'north', depth: 12 }, { name: 'north' }),
    changed('entries of a map', type, full, { ...full, tags: { b: '3', c: '4' } }),
    changed('an empty map where none was', type, { name: 'north' }, { name: 'north', tags: {} }),
    changed('an optional value that the provider keeps', type, full, { ...full, moored: null }),
    changed(
      'a number with more digits than a double has',
      type,
      { name: 'north', ratio: '12345678901234567890.5' },
      {
        name: 'north',
        ratio: '12345678901234567890.25',
      },
    ),
    changed('a whole number written as text', type, { name: 'north', depth: '12' }, { name: 'north', depth: 12 }),
    changed('another name', type, full, { ...full, name: 'south' }),
    {
      name: 'another name, the new one first',
      before: { it: { type, spec: full, createFirst: true } },
      wanted: { it: { type, spec: { ...full, name: 'south' }, createFirst: true } },
    },
    { name: 'not wanted any more', before: { it: { type, spec: full } }, wanted: {} },
    {
      name: 'a change that is ignored',
      before: { it: { type, spec: full, ignoring: ['label'] } },
      wanted: { it: { type, spec: { ...full, label: 'shallow', depth: 13 }, ignoring: ['label'] } },
    },
    {
      name: 'one that is half made is made anew',
      trouble: [{ On: 'create', After: true, How: 'half' }],
      before: { it: { type, spec: full } },
      wanted: { it: { type, spec: full } },
    },
    {
      name: 'values of one that is made',
      wanted: {
        first: { type, spec: { name: 'north' } },
        it: {
          type,
          spec: { name: 'south', label: from('first', 'id'), tags: { first: from('first', 'id'), own: 'x' } },
        },
      },
    },
    {
      name: 'a number of one that changes',
      before: {
        first: { type, spec: { name: 'north' } },
        it: { type, spec: { name: 'south', depth: from('first', 'revision') } },
      },
      wanted: {
        first: { type, spec: { name: 'north', label: 'new' } },
        it: { type, spec: { name: 'south', depth: from('first', 'revision') } },
      },
    },
    {
      name: 'a name from one that is made anew',
      before: {
        first: { type, spec: { name: 'north' } },
        it: { type, spec: { name: from('first', 'id') } },
      },
      wanted: {
        first: { type, spec: { name: 'west' } },
        it: { type, spec: { name: from('first', 'id') } },
      },
    },
  ],
}
