-- Open deals look for newer terms. Of the versions of an agreement, those that were never accepted are
-- passed over.
CREATE INDEX CONCURRENTLY agreement_versions_in_effect ON agreement_versions (agreement_id, version)
  WHERE in_effect_at IS NOT NULL;
