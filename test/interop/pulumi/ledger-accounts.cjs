/** Accounts of the ledger, which are components. What the file that LEDGER_MORE names holds, each has an entry of, too. */
const { existsSync, readFileSync } = require('node:fs')
const pulumi = require('@pulumi/pulumi')

const { LEDGER_MORE: more = '' } = process.env

/** A component that is made here: an entry of an account for each note, two where there are none. */
class Account extends pulumi.ComponentResource {
  constructor(name, { account, notes = ['opened', 'closed'], pin }, options) {
    super('ledger:index:Account', name, {}, options)
    const entry = (note) =>
      new pulumi.CustomResource(
        'ledger:index/entry:Entry',
        `${name}-${note}`,
        { account, note, pin, page: undefined },
        { parent: this },
      )
    const further = existsSync(more) ? readFileSync(more, 'utf8').split(' ') : []
    const [opened] = [...notes, ...further].map(entry)
    // The plugin dies once the first is made.
    if (notes.includes('fire'))
      opened.page.apply(() => pulumi.runtime.isDryRun() || process.kill(process.pid, 'SIGKILL'))
    this.opened = opened
    this.registerOutputs({ page: this.opened.page })
  }
}

async function construct(name, _type, inputs, options) {
  const account = new Account(name, inputs, options)
  const isEndless = inputs.notes?.includes('endless') && !pulumi.runtime.isDryRun()
  const page = isEndless ? account.opened.page.apply(() => new Promise(() => {})) : account.opened.page
  return { urn: account.urn, state: { opened: account.opened.id, page } }
}

async function call(_token, inputs) {
  const isMaking = inputs.question === 'make one'
  const made = isMaking && new pulumi.CustomResource('ledger:index/entry:Entry', 'extra', { account: 'extra' })
  const answer = pulumi.output(inputs.question).apply((question) => `${question}, indeed`)
  return { outputs: { answer: made === false ? answer : made.id } }
}

module.exports = { construct, call }
