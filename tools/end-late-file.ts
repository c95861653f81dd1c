/**
 * Loaded into each test file by `npm test`. A test that has run out of time goes on behind the runner's back, and one that
 * waits for what never comes would keep its file, and with it the whole run, for ever. This ends the file, and says so.
 */
const minutes = 12

// The runner itself loads it, too, and lasts longer than any file.
if (process.env['NODE_TEST_CONTEXT'] !== undefined)
  setTimeout(() => {
    console.error(`${process.argv[1]} has not ended after ${minutes} minutes. Which of its tests has no end?`)
    process.exit(1)
  }, minutes * 60_000).unref()
