#pragma once
/*
 * The labels, annotations and names by which sets and their members are known in a cluster. What is
 * written with an object stays readable for as long as objects live: these never change.
 */

/* What people write. */
#define LS_NOTE_PREFIX         "lockstep.dev/" /* nobody else has annotations under it */
#define LS_KOTS_PREFIX         "kots.io/"
#define LS_NOTE_CREATION_PHASE "kots.io/creation-phase"
#define LS_NOTE_DELETION_PHASE "kots.io/deletion-phase"
#define LS_NOTE_WAIT_READY     "kots.io/wait-for-ready"
#define LS_NOTE_WAIT_FOR       "kots.io/wait-for-properties"
#define LS_NOTE_KOTS_KEEP      "kots.io/keep"
#define LS_NOTE_EXCLUDE        "kots.io/exclude"
#define LS_NOTE_WHEN           "kots.io/when"
#define LS_NOTE_KEEP           "lockstep.dev/keep"
#define LS_NOTE_TIMEOUT        "lockstep.dev/timeout"
#define LS_NOTE_REPLACE        "lockstep.dev/replace"
#define LS_NOTE_MOVED_FROM     "lockstep.dev/moved-from"
#define LS_NOTE_IGNORE         "lockstep.dev/ignore-fields"

/* What lockstep writes with each member. */
#define LS_NOTE_ORDER   "lockstep.dev/order"   /* CREATION/DELETION/POSITION */
#define LS_NOTE_APPLIED "lockstep.dev/applied" /* v1:HASH */
#define LS_NOTE_ADOPTED "lockstep.dev/adopted" /* "true": it was there before us */

/* On the parent. */
#define LS_NOTE_HOLDER   "lockstep.dev/holder"
#define LS_NOTE_FINISHED "lockstep.dev/finished" /* Jobs that are done and gone */
#define LS_NOTE_ORIGIN   "lockstep.dev/origin"   /* where the manifests were */
#define LS_NOTE_OBJECTS  "lockstep.dev/objects"  /* how many members there are */
#define LS_NOTE_UNPRUNED "lockstep.dev/unpruned" /* members that are not in the manifests */

/* ApplySets, KEP-3659. */
#define LS_LABEL_PART_OF        "applyset.kubernetes.io/part-of"
#define LS_LABEL_SET_ID         "applyset.kubernetes.io/id"
#define LS_NOTE_TOOLING         "applyset.kubernetes.io/tooling"
#define LS_NOTE_GROUP_KINDS     "applyset.kubernetes.io/contains-group-kinds"
#define LS_NOTE_MORE_NAMESPACES "applyset.kubernetes.io/additional-namespaces"
#define LS_PARENT_PREFIX        "lockstep-set-" /* of the parent ConfigMap's name */
#define LS_FIELD_MANAGER_PREFIX "lockstep:"     /* NAMESPACE/NAME follows */
