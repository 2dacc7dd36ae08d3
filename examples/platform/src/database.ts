import pg from 'pg'

/* The platform's own tables. Screening Room never sees them. */

const tables = `
  create table if not exists member (
    id uuid primary key default gen_random_uuid(),
    name text not null unique
  );
  create table if not exists session (
    token text primary key,
    member_id uuid not null references member
  );
  create table if not exists video (
    id uuid primary key default gen_random_uuid(),
    creator_id uuid not null references member,
    title text not null,
    description text not null,
    media text not null,
    views integer not null default 0,
    status text not null default 'pending',
    -- Why it was rejected or taken down, as sentences for its creator.
    reasons jsonb not null default '[]',
    -- The last event of Screening Room that was applied: an older one that comes late changes nothing.
    last_event bigint not null default 0,
    created_at timestamptz not null default now()
  );
  create table if not exists report (
    id uuid primary key default gen_random_uuid(),
    video_id uuid not null references video,
    reporter_id uuid not null references member,
    reason text not null,
    status text not null default 'pending',
    last_event bigint not null default 0,
    created_at timestamptz not null default now(),
    unique (video_id, reporter_id)
  );
  -- What Screening Room has still to be told, written in the transaction that changed the thing itself.
  create table if not exists outgoing (
    id bigint generated always as identity primary key,
    kind text not null,
    content jsonb not null,
    idempotency_key uuid not null default gen_random_uuid(),
    refused text
  );
  -- How far the events of Screening Room were read.
  create table if not exists progress (
    only_row boolean primary key default true check (only_row),
    position bigint not null default 0
  );
  insert into progress default values on conflict do nothing;
`

export type Status = 'pending' | 'approved' | 'rejected' | 'taken down' | 'withdrawn'

export interface Member {
  id: string
  name: string
}

export interface Video {
  id: string
  creatorId: string
  creator: string
  title: string
  description: string
  /** The key of the file in the media store that Screening Room reads, too. */
  media: string
  views: number
  status: Status
  reasons: string[]
}

export interface Report {
  id: string
  videoId: string
  videoTitle: string
  reporterId: string
  reason: string
  status: Status
}

/** A pool, or one connection in a transaction. */
export type Queries = pg.Pool | pg.PoolClient

export async function openDatabase(url: string): Promise<pg.Pool> {
  const pool = new pg.Pool({ connectionString: url, max: 5 })
  // The next query gets a new connection.
  pool.on('error', (error) => console.error(`A database connection was lost: ${error.message}`))
  await pool.query(tables)
  return pool
}

export async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const tx = await pool.connect()
  try {
    await tx.query('begin')
    const result = await work(tx)
    await tx.query('commit')
    tx.release()
    return result
  } catch (error) {
    // Closed rather than reused: the server rolls back what was begun.
    tx.release(true)
    throw error
  }
}
