package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Trouble is what a test wants to go wrong; `trouble.json` in the store has a list of them.
type Trouble struct {
	// The call: configure, validate, plan, create, read, update, delete, import, data, open.
	On string
	// Name of the object; "" for all.
	Name string
	// Whether it happens when the work is done, and only the answer is missing.
	After bool
	// refuse: an error. half: the object is there, and an error is told. exit: the process ends. hold: the call waits until the process
	// ends, or `held` in the store is gone, which has its pid. wait: it takes so many milliseconds longer. odd: the answer is not
	// what was planned.
	How string
	Ms  int
}

// ErrHalf says that the object is there although the call has failed.
var ErrHalf = errors.New("the quay gave way when the work was nearly done")

// ErrOdd asks the caller to answer something that it had not planned.
var ErrOdd = errors.New("odd")

// Meet does what the test wants to happen before or after a call.
func (s *Store) Meet(ctx context.Context, on, name string, after bool) error {
	if s == nil {
		return nil
	}
	content, err := os.ReadFile(filepath.Join(s.dir, "trouble.json"))
	if err != nil {
		return nil
	}
	var all []Trouble
	if err := json.Unmarshal(content, &all); err != nil {
		return err
	}
	for _, one := range all {
		if one.On != on || one.After != after || (one.Name != "" && one.Name != name) {
			continue
		}
		if err := s.happen(ctx, one, name); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) happen(ctx context.Context, one Trouble, name string) error {
	switch one.How {
	case "refuse":
		return fmt.Errorf("the harbour master says no to %s of %s", one.On, name)
	case "half":
		return ErrHalf
	case "odd":
		return ErrOdd
	case "exit":
		os.Exit(3)
	case "wait":
		select {
		case <-time.After(time.Duration(one.Ms) * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	case "hold":
		held := filepath.Join(s.dir, "held")
		if err := os.WriteFile(held, []byte(fmt.Sprint(os.Getpid())), 0o644); err != nil {
			return err
		}
		for isThere(held) {
			select {
			case <-time.After(5 * time.Millisecond):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	}
	return nil
}

func isThere(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}
