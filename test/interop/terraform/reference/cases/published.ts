import { changed, type Group, kept, made } from '../case.ts'

const file = { filename: 'hello.txt', content: 'hello' }
const offset = { base_rfc3339: '2020-02-12T06:36:13Z', offset_days: 7 }

/** Providers of other publishers. */
export const publishedOnes: Group = {
  name: 'published',
  providers: ['local', 'time'],
  cases: [
    made('a file', 'local_file', file),
    kept('nothing to do for a file', 'local_file', file),
    changed('another content', 'local_file', file, { ...file, content: 'good bye' }),
    changed('other permissions', 'local_file', file, { ...file, file_permission: '0600' }),
    made('a time', 'time_static', { rfc3339: '2020-02-12T06:36:13Z' }),
    made('a time that is not known yet', 'time_static', {}),
    changed('another offset', 'time_offset', offset, { ...offset, offset_days: 8, offset_hours: null }),
    changed(
      'a trigger',
      'time_sleep',
      { create_duration: '1ms', triggers: { a: '1' } },
      {
        create_duration: '1ms',
        triggers: { a: '2' },
      },
    ),
  ],
}
