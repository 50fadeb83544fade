/**
 * The operations that etcd's robustness tests record: every answer has the revision of the store.
 *
 * <p>{@link mtc.formats.etcd.RequestParser} takes each {@link mtc.formats.etcd.Request} from JSON,
 * {@link mtc.formats.etcd.EtcdReader} says what it did and saw, {@link mtc.formats.etcd.Requests}
 * keeps that until all revisions are known, {@link mtc.formats.etcd.OpenRequests} finds those of
 * requests without an answer, {@link mtc.formats.etcd.Revisions} says which version a revision has
 * of a key.
 */
package mtc.formats.etcd;
