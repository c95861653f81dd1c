import { changed, type Group, kept, made } from '../case.ts'

const vault = { name: 'deep', secret: 'hush-1', secret_wo: 'hush-2', wo_version: 1 }
const buoy = {
  name: 'red',
  position: { lat: 59.9, lon: 10.7, note: 'by the rock' },
  chain: [{ metal: 'iron', links: 100 }],
  light: 'green',
  bell: 'small',
}
const pier = {
  name: 'long',
  plank: [
    { wood: 'oak', nail: [{ length: 5 }, { length: 7 }] },
    { wood: 'pine', width: 30 },
  ],
  lamp: [{ colour: 'red', watts: 5 }, { colour: 'green' }],
}

/** Write-only and dynamic attributes, replacements by nested paths, and blocks of the framework. */
export const peculiar: Group = {
  name: 'peculiar',
  providers: ['harbor'],
  cases: [
    made('secrets', 'harbor_vault', vault),
    changed('another secret that is only written', 'harbor_vault', vault, { ...vault, secret_wo: 'hush-3' }),
    changed('its version, too', 'harbor_vault', vault, { ...vault, secret_wo: 'hush-3', wo_version: 2 }),
    changed('another secret', 'harbor_vault', vault, { ...vault, secret: 'hush-4' }),
    made('a dynamic text', 'harbor_cargo', { name: 'box', content: 'tea' }),
    kept('nothing to do for a dynamic object', 'harbor_cargo', {
      name: 'box',
      content: { goods: 'tea', tons: [1, 2] },
    }),
    changed(
      'another type of a dynamic value',
      'harbor_cargo',
      { name: 'box', content: 'tea' },
      {
        name: 'box',
        content: ['tea', 'salt'],
      },
    ),
    kept('nothing to do for nested values', 'harbor_buoy', buoy),
    changed('a nested value that needs another object', 'harbor_buoy', buoy, {
      ...buoy,
      position: { ...buoy.position, lat: 60 },
    }),
    changed('a nested value that does not', 'harbor_buoy', buoy, { ...buoy, position: { lat: 59.9, lon: 10.7 } }),
    changed('two that need another object, one in a list', 'harbor_buoy', buoy, {
      ...buoy,
      position: { ...buoy.position, lon: 11 },
      chain: [{ metal: 'steel', links: 100 }],
    }),
    changed('a value that needs another object now and then: not now', 'harbor_buoy', buoy, {
      ...buoy,
      light: 'golden',
    }),
    changed('a value that needs another object now and then: now', 'harbor_buoy', buoy, { ...buoy, light: 'blue' }),
    changed('an optional value that is not configured any more', 'harbor_buoy', buoy, { ...buoy, bell: null }),
    changed('an optional value that is configured otherwise', 'harbor_buoy', buoy, { ...buoy, bell: 'large' }),
    made('blocks', 'harbor_pier', pier),
    kept('nothing to do for blocks', 'harbor_pier', pier),
    changed('a block of a list', 'harbor_pier', pier, {
      ...pier,
      plank: [{ wood: 'oak' }, { wood: 'ash', width: 30 }],
    }),
    changed('a block of a set in a block of a list', 'harbor_pier', pier, {
      ...pier,
      plank: [
        { wood: 'oak', nail: [{ length: 5 }, { length: 8 }] },
        { wood: 'pine', width: 30 },
      ],
    }),
    changed('a block of a set', 'harbor_pier', pier, {
      ...pier,
      lamp: [{ colour: 'red', watts: 6 }, { colour: 'green' }],
    }),
    changed('a single block', 'harbor_pier', pier, { ...pier, gate: { code: '1234', open: true } }),
    changed('no blocks any more', 'harbor_pier', { ...pier, gate: { code: '1234' } }, { name: 'long' }),
  ],
}
