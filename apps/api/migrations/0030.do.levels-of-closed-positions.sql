-- While 0023 filled the levels, a position could close without seeing its uncommitted row.

SELECT set_config('search_path', format('%I, pg_temp', current_schema()), true);

DELETE FROM position_levels l USING positions p WHERE p.id = l.position_id AND p.status = 'CLOSED';
