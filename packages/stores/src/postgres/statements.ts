import { sumMask } from '../losses/tally.ts'
import { teamText } from './team-rows.ts'

/** Milliseconds before the end of a lease when no plugin call may begin any more. */
const lastMs = 2_000

/** Ensures that an answered commit is on the server's disk, regardless of the server's settings. Keeps a stronger setting. */
const durable = `set_config('synchronous_commit',
  CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)`

/** The statements for one schema. Each is its own transaction and uses full table names. */
export class Statements {
  readonly #schema: string
  readonly #now: () => string

  /** @param now the present time as SQL; only tests use another clock than the server's */
  constructor(schema: string, now: () => string = () => 'clock_timestamp()') {
    this.#schema = schema
    this.#now = now
  }

  /** All records of an instance except its runs; its tallies and number under the kind `#head`, and the marks under `#mark`. */
  load(): string {
    const s = this.#schema
    return `SELECT kind, id, body, checksum FROM ${s}.records
      WHERE instance = $1 AND kind IN ('instance', 'resource', 'intent', 'task', 'link', 'child')
      UNION ALL SELECT '#head', '', concat_ws(' ', rows, sum, commits), 0 FROM ${s}.heads WHERE instance = $1
      UNION ALL SELECT '#mark', key, mark, 0 FROM ${s}.marks
      UNION ALL SELECT '#team', moved, ${teamText(s)}::text, 0 FROM ${s}.state`
  }

  /** Ids of the keys in use by any record, as `keysIn` finds them. */
  keysInUse(): string {
    return `SELECT DISTINCT m[1] AS key FROM ${this.#schema}.records,
        regexp_matches(body, '\\{"\\$secret":"[12]:([A-Za-z0-9_-]{1,200}):', 'g') AS m
      WHERE position('{"$secret":"' in body) > 0 ORDER BY 1`
  }

  /** The key of the team; empty without one. */
  teamKey(): string {
    return `SELECT key FROM ${this.#schema}.team`
  }

  /** The records of instances, and under the kind `#gone` names of those that should have one. */
  instances(): string {
    const s = this.#schema
    return `SELECT kind, id, body, checksum FROM ${s}.records WHERE kind = 'instance'
      UNION ALL SELECT '#gone', h.instance, '', 0 FROM ${s}.heads h WHERE h.rows > 0
        AND NOT EXISTS (SELECT FROM ${s}.records r WHERE r.kind = 'instance' AND r.instance = h.instance)`
  }

  /** $1 instance, $2 limit. `expected` and `there`: the expected and actual number of runs. */
  runs(): string {
    const s = this.#schema
    return `SELECT r.id, r.body, r.checksum, coalesce(h.runs, 0) AS expected,
        (SELECT count(*) FROM ${s}.records WHERE kind = 'run' AND instance = $1) AS there
      FROM (SELECT 1) one
      LEFT JOIN ${s}.heads h ON h.instance = $1
      LEFT JOIN ${s}.records r ON r.kind = 'run' AND r.instance = $1
      ORDER BY r.place DESC LIMIT $2`
  }

  head(): string {
    return `SELECT fence, holder, commits, latest FROM ${this.#schema}.heads WHERE instance = $1`
  }

  /** Like `head`, once all transactions on it have ended. */
  settledHead(): string {
    return `${this.head()} FOR UPDATE`
  }

  /**
   * $1 instance, $2 holder, $3 lease in milliseconds, $4 fence of a holder that is gone. Gives the former holder and how long its lease lasts;
   * `fence` only if the lock was taken.
   */
  lock(): string {
    const s = this.#schema
    const now = this.#now()
    return `WITH durable AS MATERIALIZED (SELECT ${durable} AS set, ${now} AS at),
      old AS MATERIALIZED (SELECT * FROM ${s}.heads WHERE instance = $1 FOR UPDATE),
      taken AS (
        INSERT INTO ${s}.heads AS h (instance, fence, holder, ends_at, commits, latest, rows, sum, runs)
        SELECT $1::text, 1, $2::text, d.at + $3::float8 * interval '1 ms', 0, '', 0, 0, 0
        FROM durable d LEFT JOIN old ON true
        ON CONFLICT (instance) DO UPDATE SET fence = h.fence + 1, holder = excluded.holder, ends_at = excluded.ends_at
          WHERE h.holder IS NULL OR h.ends_at IS NULL OR h.ends_at <= ${now} OR h.fence = $4::bigint
        RETURNING fence, commits, latest)
      SELECT t.fence, t.commits, t.latest, o.holder AS former, o.fence AS former_fence,
        extract(epoch FROM o.ends_at - d.at) * 1000 AS left_ms
      FROM durable d LEFT JOIN old o ON true LEFT JOIN taken t ON true`
  }

  /** $1 instance, $2 fence, $3 lease in milliseconds. */
  renew(): string {
    return `WITH durable AS MATERIALIZED (SELECT ${durable} AS set, ${this.#now()} AS at)
      UPDATE ${this.#schema}.heads SET ends_at = d.at + $3::float8 * interval '1 ms' FROM durable d
      WHERE instance = $1 AND fence = $2::bigint AND holder IS NOT NULL RETURNING fence`
  }

  /** $1 instance, $2 fence. */
  unlock(): string {
    return `UPDATE ${this.#schema}.heads SET holder = NULL, ends_at = NULL WHERE instance = $1 AND fence = $2::bigint`
  }

  /** $1 instance. Gives the former holder. */
  breakLock(): string {
    const s = this.#schema
    return `WITH durable AS MATERIALIZED (SELECT ${durable} AS set),
      old AS MATERIALIZED (SELECT instance, holder FROM ${s}.heads WHERE instance = $1 FOR UPDATE)
      UPDATE ${s}.heads h SET fence = h.fence + 1, holder = NULL, ends_at = NULL
      FROM durable, old WHERE h.instance = old.instance RETURNING old.holder`
  }

  /**
   * Leases: $1 instances, $2 fences, $3 ids of their last commits, $4 the id of this one. Records: $5 kinds, $6 instances, $7 ids, $8 bodies,
   * $9 checksums. What goes: $10 kinds, $11 instances, $12 ids. A mark: $13 key, $14 text.
   * $15 the key of the team that something is sealed with, empty where there was no team. Gives the heads; none where it may not be applied.
   */
  commit({ begins, wipes, recounts, seals }: CommitForm): string {
    const s = this.#schema
    const inTime = begins ? `AND h.ends_at > ${this.#now()} + interval '${lastMs} ms'` : ''
    const touched = `SELECT kind, instance, id FROM puts UNION ALL SELECT kind, instance, id FROM dels`
    const former = wipes
      ? `r.instance IN (SELECT instance FROM given) AND (r.instance IN (SELECT instance FROM dels WHERE kind = '#all')
          OR (r.kind, r.instance, r.id) IN (${touched}))`
      : `(r.kind, r.instance, r.id) IN (${touched})`
    // Waits for a concurrent change of the key and sees its result.
    const keyed = seals ? `sealing AS MATERIALIZED (SELECT key FROM ${s}.team FOR SHARE),` : ''
    const isKeyed = seals ? `AND (SELECT key FROM sealing) = $15::text` : 'AND $15::text IS NULL'
    return `WITH given AS MATERIALIZED (
        SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[]) AS g (instance, fence, before)), ${keyed}
      held AS MATERIALIZED (
        SELECT h.instance FROM ${s}.heads h JOIN given g ON g.instance = h.instance
        WHERE h.fence = g.fence AND h.holder IS NOT NULL AND h.latest = g.before ${inTime}
        ORDER BY h.instance FOR UPDATE OF h),
      may AS MATERIALIZED (
        SELECT ${durable} AS set WHERE (SELECT count(*) FROM held) = (SELECT count(*) FROM given) ${isKeyed}),
      puts AS MATERIALIZED (
        SELECT p.* FROM unnest($5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[])
          AS p (kind, instance, id, body, checksum), may),
      dels AS MATERIALIZED (
        SELECT d.* FROM unnest($10::text[], $11::text[], $12::text[]) AS d (kind, instance, id), may),
      former AS MATERIALIZED (
        SELECT r.kind, r.instance, r.id, r.checksum, EXISTS (
          SELECT FROM puts p WHERE p.kind = r.kind AND p.instance = r.instance AND p.id = r.id) AS stays
        FROM ${s}.records r WHERE ${former}),
      put AS (
        INSERT INTO ${s}.records (kind, instance, id, body, checksum)
        SELECT kind, instance, id, body, checksum FROM puts
        ON CONFLICT (kind, instance, id) DO UPDATE SET body = excluded.body, checksum = excluded.checksum),
      gone AS (
        DELETE FROM ${s}.records r USING former f
        WHERE NOT f.stays AND r.kind = f.kind AND r.instance = f.instance AND r.id = f.id),
      marked AS (
        INSERT INTO ${s}.marks SELECT $13::text, $14::text FROM may WHERE $13::text IS NOT NULL ON CONFLICT DO NOTHING),
      tally AS (
        SELECT instance, count(*) FILTER (WHERE kind <> 'run') AS rows, count(*) FILTER (WHERE kind = 'run') AS runs,
          coalesce(sum(checksum) FILTER (WHERE kind <> 'run'), 0) AS sum FROM puts GROUP BY instance),
      before AS (
        SELECT instance, count(*) FILTER (WHERE kind <> 'run') AS rows, count(*) FILTER (WHERE kind = 'run') AS runs,
          coalesce(sum(checksum) FILTER (WHERE kind <> 'run'), 0) AS sum FROM former GROUP BY instance)${recounts ? restText(s, touched) : ''}
      UPDATE ${s}.heads h SET commits = h.commits + 1, latest = $4::text, ${newTallies(wipes, recounts)}
      FROM may, given g LEFT JOIN tally t ON t.instance = g.instance LEFT JOIN before b ON b.instance = g.instance
        ${recounts ? 'LEFT JOIN rest ON rest.instance = g.instance' : ''}
      WHERE h.instance = g.instance RETURNING h.instance, h.commits`
  }
}

/** Parts that only few commits have. */
export interface CommitForm {
  /** A call of a plugin. */
  readonly begins: boolean
  /** The removal of a whole instance. */
  readonly wipes: boolean
  /** The removal of a record that is damaged: if its checksum was changed, the sum of the others is made anew. */
  readonly recounts: boolean
  /** A sealed text. */
  readonly seals: boolean
}

function restText(schema: string, touched: string): string {
  return `, rest AS (
    SELECT g.instance, count(r.id) AS rows, coalesce(sum(r.checksum), 0) AS sum FROM given g
    LEFT JOIN ${schema}.records r ON r.instance = g.instance AND r.kind <> 'run'
      AND (r.kind, r.instance, r.id) NOT IN (${touched}) GROUP BY g.instance)`
}

/** The expected tallies afterwards, counted as in every driver. */
function newTallies(wipes: boolean, recounts: boolean): string {
  const [rows, runs, sum] = ['rows', 'runs', 'sum'].map((name) => `coalesce(t.${name}, 0)`)
  const grown = `h.rows + ${rows} - coalesce(b.rows, 0)`
  const summed = `((h.sum + ${sum} - coalesce(b.sum, 0))::bigint & ${sumMask})`
  const isWiped = `EXISTS (SELECT FROM dels d WHERE d.instance = g.instance AND d.kind = '#all')`
  const either = (wiped: string | undefined, kept: string): string =>
    wipes ? `CASE WHEN ${isWiped} THEN ${wiped} ELSE ${kept} END` : kept
  const recounted = recounts
    ? `CASE WHEN rest.rows + ${rows} = ${grown} THEN (rest.sum + ${sum})::bigint & ${sumMask} ELSE ${summed} END`
    : summed
  return `rows = ${either(rows, grown)},
    sum = ${either(`${sum}::bigint & ${sumMask}`, recounted)},
    runs = ${either(runs, `h.runs + ${runs} - coalesce(b.runs, 0)`)}`
}
