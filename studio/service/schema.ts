/** The studio's tables, created where they are missing. */
export const SCHEMA: readonly string[] = [
  'create schema if not exists likeness',
  `create table if not exists likeness.tokens (
    id uuid primary key,
    name text not null,
    hash text not null unique,
    scopes text[] not null,
    created_at timestamptz not null default now(),
    revoked_at timestamptz
  )`,
  `create table if not exists likeness.batches (
    id uuid primary key,
    token_id uuid not null references likeness.tokens,
    -- running, paused, done, cancelled
    state text not null,
    priority integer not null,
    recipes jsonb not null,
    webhook jsonb,
    -- Photos are gone and the webhook's delivery is stored.
    settled boolean not null default false,
    created_at timestamptz not null default now(),
    finished_at timestamptz
  )`,
  `create table if not exists likeness.photos (
    id uuid primary key,
    batch_id uuid not null references likeness.batches on delete cascade,
    n integer not null,
    name text not null,
    failures integer not null default 0,
    priority integer not null,
    -- Its place in the queue among those of its priority.
    place bigint generated always as identity,
    -- When it may be taken. Null if nothing is left to make of it, or its batch doesn't run.
    ready_at timestamptz default now(),
    -- Who has it.
    worker_id uuid
  )`,
  // An older database, whose queue is a schema of its own.
  `do $$ begin
    if exists (select from information_schema.columns
      where table_schema = 'likeness' and table_name = 'photos' and column_name = 'job_id') then
      alter table likeness.photos drop column job_id, add column priority integer not null default 0,
        add column place bigint generated always as identity, add column ready_at timestamptz default now();
      update likeness.photos p set priority = b.priority, ready_at = case when b.state = 'running' and exists (
        select from likeness.items where photo_id = p.id and state in ('waiting', 'running')) then now() end
        from likeness.batches b where b.id = p.batch_id;
      drop schema if exists likeness_queue cascade;
    end if;
  end $$`,
  'create index if not exists photos_of_batch on likeness.photos (batch_id)',
  // Keeps the queue in its order: taking a photo costs the same however many wait.
  `create index if not exists photos_next on likeness.photos (priority desc, place)
   where worker_id is null and ready_at is not null`,
  `create table if not exists likeness.items (
    id uuid primary key,
    batch_id uuid not null references likeness.batches on delete cascade,
    photo_id uuid not null references likeness.photos on delete cascade,
    n integer not null,
    person text not null,
    name text not null,
    file_name text not null,
    recipe jsonb not null,
    -- waiting, running, done, failed, cancelled
    state text not null default 'waiting',
    reason text,
    worker_id uuid,
    bytes integer,
    sha256 text,
    type text,
    likeness real,
    -- Of a look: what its engine was asked for, and what came of it.
    attempts jsonb not null default '[]',
    -- Of a picture that is done: what to know about its photo.
    notes jsonb not null default '[]',
    unique (batch_id, n)
  )`,
  'create index if not exists items_of_photo on likeness.items (photo_id, state)',
  // Asked after each photo: whether anything of the batch is left.
  `create index if not exists items_left on likeness.items (batch_id)
   where state in ('waiting', 'running')`,
  // A call of a webhook. It outlives its batch while it is tried, so it names everything it needs.
  `create table if not exists likeness.deliveries (
    id uuid primary key,
    batch_id uuid not null unique,
    token_id uuid not null references likeness.tokens,
    webhook jsonb not null,
    host text not null,
    -- The same bytes in every attempt.
    body text not null,
    -- waiting, delivered, failed
    state text not null default 'waiting',
    -- Attempts that failed since the delivery was added or resent.
    failures integer not null default 0,
    attempts jsonb not null default '[]',
    next_at timestamptz default now(),
    created_at timestamptz not null default now()
  )`,
  `create index if not exists deliveries_due on likeness.deliveries (next_at) where state = 'waiting'`,
  'create index if not exists deliveries_of_token on likeness.deliveries (token_id, created_at desc, id)',
  `create table if not exists likeness.idempotency_keys (
    token_id uuid not null references likeness.tokens,
    key text not null,
    body_hash text not null,
    -- The answer to the first request.
    status integer not null,
    body jsonb not null,
    created_at timestamptz not null default now(),
    primary key (token_id, key)
  )`,
  `create table if not exists likeness.uploads (
    batch_id uuid primary key,
    -- When its last photo began to be stored.
    at timestamptz not null default now(),
    given_up boolean not null default false
  )`,
  `create table if not exists likeness.workers (
    id uuid primary key,
    name text not null,
    started_at timestamptz not null default now(),
    heartbeat_at timestamptz not null default now(),
    pictures integer not null default 0
  )`,
  `create table if not exists likeness.spent (
    key text primary key,
    at timestamptz not null default now()
  )`,
  `create table if not exists likeness.purchases (
    signature text primary key,
    order_id text not null,
    avatars integer not null,
    verified_at timestamptz not null default now()
  )`,
  'create table if not exists likeness.allowance (id integer primary key, used integer not null)',
  'insert into likeness.allowance (id, used) values (1, 0) on conflict do nothing',
];
