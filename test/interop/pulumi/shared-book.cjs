/** The JSON file in which the providers of a test keep what they have made. Several of their processes may change it at the same time. */
const { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } = require('node:fs')

const pause = new Int32Array(new SharedArrayBuffer(4))

exports.entriesOf = (book) => (existsSync(book) ? JSON.parse(readFileSync(book, 'utf8')) : {})

/** Changes one entry, while no other process does; `undefined` removes it. */
exports.changeEntry = (book, id, entry) => {
  const lock = `${book}.lock`
  while (!locked(lock)) Atomics.wait(pause, 0, 0, 1)
  try {
    writeFileSync(`${book}.next`, JSON.stringify({ ...exports.entriesOf(book), [id]: entry }))
    renameSync(`${book}.next`, book)
  } finally {
    rmdirSync(lock)
  }
}

function locked(lock) {
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}
