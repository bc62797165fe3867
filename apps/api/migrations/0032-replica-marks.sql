-- Marks that processes write on the primary. A server that shows one replays the log of that primary:
-- another database does not, nor a server that left the history of the primary before.
CREATE TABLE replica_marks (
  id uuid PRIMARY KEY,
  written_at timestamptz NOT NULL DEFAULT now()
);

GRANT SELECT, INSERT, DELETE ON replica_marks TO vadium_service;
