import { changed, from, type Group, kept, made } from '../case.ts'

const wheel = {
  name: 'big',
  blades: 6,
  label: 'old',
  radius: 2.5,
  tags: { a: '1' },
  marks: ['x', 'y'],
  steps: [1, 2],
  axle: [{ wood: 'oak' }],
  spoke: [{ length: 3, bolt: [{ size: 4 }, { size: 5, metal: 'brass' }] }, { length: 3 }],
  bucket: [{ litres: 10, colour: 'red' }, { litres: 12 }],
}
const grain = { name: 'rye', sort: 'Rye', sacks: '3', note: 'Dry' }
const sack = { name: 'one', secret: 'hush-5', cloth: 'linen', patch: [{ colour: 'red' }, { colour: 'blue' }] }

/** The older SDK: blocks in lists and sets, the values that it takes for equal, and its looser types. */
export const older: Group = {
  name: 'older',
  providers: ['mill'],
  cases: [
    made('only what is required', 'mill_wheel', { name: 'big' }),
    made('everything', 'mill_wheel', wheel),
    kept('nothing to do for what is required', 'mill_wheel', { name: 'big' }),
    kept('nothing to do for everything', 'mill_wheel', wheel),
    changed('a value from which another one follows', 'mill_wheel', wheel, { ...wheel, blades: 7 }),
    changed('a value that needs another object when it falls', 'mill_wheel', wheel, { ...wheel, blades: 5 }),
    changed('a block of a set', 'mill_wheel', wheel, {
      ...wheel,
      bucket: [{ litres: 11, colour: 'red' }, { litres: 12 }],
    }),
    changed('one block of a set fewer', 'mill_wheel', wheel, { ...wheel, bucket: [{ litres: 12 }] }),
    changed('a set in a block of a list', 'mill_wheel', wheel, {
      ...wheel,
      spoke: [{ length: 3, bolt: [{ size: 4 }] }, { length: 4 }],
    }),
    changed('a block that needs another object', 'mill_wheel', wheel, { ...wheel, axle: [{ wood: 'ash' }] }),
    changed('a block that does not', 'mill_wheel', wheel, { ...wheel, axle: [{ wood: 'oak', grease: 'oil' }] }),
    changed('a set, a list and a map', 'mill_wheel', wheel, {
      ...wheel,
      marks: ['y', 'z'],
      steps: [2],
      tags: { b: '2' },
    }),
    changed('an empty text where none was', 'mill_wheel', { name: 'big' }, { name: 'big', label: '' }),
    changed('false where none was', 'mill_wheel', { name: 'big' }, { name: 'big', heavy: false }),
    changed('no value any more', 'mill_wheel', wheel, { name: 'big', blades: 6 }),
    changed('other time limits', 'mill_wheel', wheel, { ...wheel, timeouts: { create: '7m' } }),
    changed('a difference that does not count', 'mill_grain', grain, { ...grain, sort: 'RYE' }),
    changed('a text that is kept otherwise', 'mill_grain', grain, { ...grain, note: 'WET' }),
    changed('an optional value that the provider keeps', 'mill_grain', { ...grain, origin: 'south' }, grain),
    made('secrets of the older SDK', 'mill_sack', sack),
    changed('another cloth', 'mill_sack', sack, { ...sack, cloth: 'silk' }),
    changed('a set that needs another object', 'mill_sack', sack, { ...sack, patch: [{ colour: 'red' }] }),
    made('blocks that nobody writes', 'mill_stone', { name: 'flat' }),
    kept('nothing to do for blocks that nobody writes', 'mill_stone', { name: 'flat' }),
    changed(
      'blocks that somebody writes now',
      'mill_stone',
      { name: 'flat' },
      { name: 'flat', groove: [{ depth: 5 }] },
    ),
    {
      name: 'unknown values in blocks',
      wanted: {
        first: { type: 'mill_wheel', spec: { name: 'small' } },
        it: {
          type: 'mill_wheel',
          spec: {
            name: 'big',
            label: from('first', 'id'),
            blades: from('first', 'power'),
            marks: ['x', from('first', 'plate')],
            bucket: [{ litres: from('first', 'power') }, { litres: 12 }],
          },
        },
      },
    },
    {
      name: 'one that is half made is made anew',
      trouble: [{ On: 'create', After: true, How: 'refuse' }],
      before: { it: { type: 'mill_wheel', spec: wheel } },
      wanted: { it: { type: 'mill_wheel', spec: wheel } },
    },
  ],
}
