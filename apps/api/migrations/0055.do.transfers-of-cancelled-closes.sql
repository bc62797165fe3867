-- The transfers of the close that carried out a recall or return of all, if the close was cancelled.
-- Another close of the order has others.
ALTER TABLE order_requests ADD close_transfer_ids uuid[];
