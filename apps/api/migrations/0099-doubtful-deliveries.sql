-- Whether a delivery without a call may yet not arrive. It is a function, so that a statement that
-- asks whether transfers count prepares none of this while no side has sent collateral without a
-- call, which is nearly always.
--
-- Its sender has asked for its cancellation, which may yet succeed; or the last transfer that the
-- same side sent before it, without a call, has ended in one of the failed states. What fails again
-- and again must not keep calls away.
CREATE FUNCTION delivery_is_doubtful(delivery uuid, failed text[]) RETURNS boolean
  LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path FROM CURRENT AS $$
BEGIN
  RETURN EXISTS (SELECT FROM instructions i
      WHERE i.transfer_id = delivery AND i.cancel_asked_at IS NOT NULL)
    OR EXISTS (SELECT FROM transfers t JOIN transfers f ON f.id = (
        SELECT b.id FROM transfers b
        WHERE b.order_id = t.order_id AND b.category = 'voluntary'
          AND b.sender_organization_id = t.sender_organization_id
          AND b.create_time <= t.create_time AND b.id <> t.id
        ORDER BY b.create_time DESC, b.id DESC LIMIT 1)
      WHERE t.id = delivery AND f.status = ANY (failed));
END
$$;
