/**
 * Which stored files go into an archive, as a condition on a row `t` of `files`: those that a message, a draft, a
 * queued message or a job which goes along uses. A file of a deleted chat waits with it for undo, and stays here.
 */
export const fileTravels = `(
  EXISTS (
    SELECT 1 FROM message_parts p JOIN message_rows m ON m.seq = p.message_seq
      JOIN conversations c ON c.seq = m.conversation_seq
    WHERE p.file_seq = t.seq AND m.removed_at IS NULL AND c.removed_at IS NULL)
  OR EXISTS (SELECT 1 FROM job_inputs i WHERE i.file_seq = t.seq OR i.sent_file_seq = t.seq)
  OR EXISTS (
    SELECT 1 FROM experiment_files x JOIN experiments e ON e.seq = x.experiment_seq
    WHERE x.file_seq = t.seq AND e.removed_at IS NULL)
  OR EXISTS (
    SELECT 1 FROM file_uses u LEFT JOIN conversations c ON c.id = u.owner_id
    WHERE u.file_seq = t.seq AND c.removed_at IS NULL))`;
